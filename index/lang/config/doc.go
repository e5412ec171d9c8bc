// Package config extracts files of configuration and schemas: JSON, YAML,
// TOML, INI, properties, .env, Dockerfile, HCL, SQL, go.mod, Makefile,
// justfile, CMake, Protocol Buffers, GraphQL, Gradle, XML, pip requirements
// and Gemfile. Each format is a scanner in a file of its own that reads broken
// input as far as it goes and is linear in it.
//
// # Kinds
//
// The file is a Config node, and what it names are Config nodes below it,
// nested by at most three levels, whose Form says what they are: "key",
// "object", "table", "service", "job", "stage", "target", "dependency",
// "column", … SQL's tables, views and routines are Config too, with the forms
// "table", "view", "function": nothing in code calls them by syntax.
// Protocol Buffers and GraphQL are different, since code is generated from
// them: messages, enums, types and inputs are Class, services, interfaces,
// unions and scalars Interface, rpcs and operations Function, fields Variable
// with a Type.
//
// What a target depends on, what table a view or a foreign key uses and what
// blocks a Terraform expression refers to (by address: var.x, local.x, data.t.n,
// type.name, which are the names of their definitions) are Refs; Terraform's
// may be defined in another file of the folder, the others' in the same file
// or one that it includes. Other files that are named (extends,
// workspaces, includes, build contexts, sources) are Imports of kind
// ImportInclude with the path as written, relative to the file or, in a
// workflow's "uses", to the root of the repository; it may name a folder or
// hold a "*". Backslashes of MSBuild are turned into slashes. A compose
// service's build gives one path, "context/dockerfile".
//
// # Secrets
//
// Values of .env files and what ENV, ARG and LABEL set are never kept, nor are
// those of keys that look like a secret's, in any format, nor the data of a
// Kubernetes Secret; of such entries only the key is stored. Other values are
// part of a signature if they are short. Package outline holds the rule.
//
// The package knows no other file than the one at hand, no linker and no
// parser library.
package config
