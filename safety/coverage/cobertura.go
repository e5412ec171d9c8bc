package coverage

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxDepth bounds how deep the elements of a report are nested.
const maxDepth = 64

// cobertura reads Cobertura XML: <source> names the roots, <class filename>
// the files, <line number hits> what ran. Document types are passed over and
// no entity but XML's own five is known, so that nothing is ever fetched or
// multiplied.
func (r *Report) cobertura(b *bufio.Reader) error {
	d := xml.NewDecoder(b)
	d.CharsetReader = charset
	p := coberturaParser{report: r}
	for {
		token, err := d.RawToken()
		if err == io.EOF {
			return p.done()
		}
		if err == nil {
			err = p.token(token)
		}
		if err != nil {
			line, _ := d.InputPos()
			return bad(line, "%v", err)
		}
	}
}

// charset lets those encodings through that are UTF-8 where it matters.
func charset(label string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "us-ascii", "ascii":
		return in, nil
	}
	return nil, fmt.Errorf("the encoding %s cannot be read; write the report in UTF-8", short(label))
}

type coberturaParser struct {
	report   *Report
	open     []string // elements
	isReport bool     // a <coverage> was met
	file     *file    // of the class that is open
	source   strings.Builder
}

func (p *coberturaParser) token(token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		p.open = append(p.open, t.Name.Local)
		if len(p.open) > maxDepth {
			return fmt.Errorf("more than %d elements are nested", maxDepth)
		}
		return p.start(&t)
	case xml.EndElement:
		if len(p.open) == 0 || p.open[len(p.open)-1] != t.Name.Local {
			return fmt.Errorf("</%s> closes nothing", short(t.Name.Local))
		}
		p.open = p.open[:len(p.open)-1]
		p.ended(t.Name.Local)
	case xml.CharData:
		if n := len(p.open); n > 0 && p.open[n-1] == "source" && p.source.Len() < maxText {
			p.source.Write(t)
		}
	}
	return nil
}

func (p *coberturaParser) start(t *xml.StartElement) (err error) {
	switch t.Name.Local {
	case "coverage":
		p.isReport = true
	case "class":
		name := attribute(t, "filename")
		if name == "" {
			return fmt.Errorf("a class has no filename")
		}
		p.file, err = p.report.file(name)
		return err
	case "line":
		if p.file == nil {
			return nil
		}
		line, err := strconv.ParseInt(attribute(t, "number"), 10, 32)
		if err != nil {
			return fmt.Errorf("a line has no number")
		}
		return p.report.add(p.file, span{start: int32(line), end: int32(line), weight: 1, hit: positive(attribute(t, "hits"))})
	}
	return nil
}

func (p *coberturaParser) ended(name string) {
	switch name {
	case "class":
		p.file = nil
	case "source":
		if s := strings.TrimSpace(p.source.String()); s != "" && len(p.report.Sources) < 100 {
			p.report.Sources = append(p.report.Sources, s)
		}
		p.source.Reset()
	}
}

func (p *coberturaParser) done() error {
	switch {
	case !p.isReport:
		return fmt.Errorf("%w: the XML has no <coverage>; of XML only Cobertura's is read", ErrFormat)
	case len(p.open) > 0:
		return fmt.Errorf("%w: the XML ends before </%s>", ErrFormat, p.open[len(p.open)-1])
	}
	return nil
}

func attribute(t *xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
