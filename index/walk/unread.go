package walk

import "strings"

// unreadKinds are endings of files that hold code, or templates that call it,
// in languages that may not be registered.
var unreadKinds = kinds(`.vue .svelte .astro .marko .riot .ipynb .erb .rhtml .ejs .eta .hbs .handlebars .mustache
	.pug .jade .haml .slim .liquid .twig .latte .jinja .jinja2 .j2 .njk .tmpl .gotmpl .gohtml .templ .tpl .ftl .vm .mako
	.cshtml .razor .vbhtml .aspx .ascx .jsp .jspx .jspf .tag .gsp .xhtml .html .htm .mdx .cfm .cfc .phtml .blade
	.dart .ex .exs .eex .heex .leex .erl .hrl .clj .cljs .cljc .edn .fs .fsx .fsi .vb .hs .lhs .elm .purs .ml .mli .re .res
	.zig .nim .cr .jl .r .rmd .qmd .pl .pm .t .tcl .groovy .gradle .gvy .m .mm .swiftinterface .d .pas .pp .dpr .ada .adb .ads
	.f .f77 .f90 .f95 .f03 .for .cob .cbl .v .sv .svh .vhd .vhdl .sol .vy .move .cairo .gd .hx .as .coffee .litcoffee .ls .ts.ejs
	.rkt .scm .ss .lisp .cl .el .fnl .janet .raku .ps1 .psm1 .psd1 .bat .cmd .fish .awk .nu .cu .cuh .metal .wgsl .glsl .vert .frag .hlsl
	.pyx .pxd .pxi .ino .pde .asm .s .nasm .y .yy .l .ll .rl .g4 .peg .lean .agda .idr .v8 .qml .ui .xaml .axaml .fxml .storyboard .xib
	.feature .robot .sql .psql .plsql .prisma .rego .jsonnet .libsonnet .cue .dhall .nix .bzl .star .mojo .odin .hack .hh .php3 .inc .module .install`)

func kinds(list string) map[string]bool {
	out := map[string]bool{}
	for _, k := range strings.Fields(list) {
		out[k] = true
	}
	return out
}
