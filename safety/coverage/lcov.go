package coverage

import (
	"bufio"
	"strconv"
	"strings"
)

// lcov reads the tracefiles of geninfo, which many other tools write too:
// SF names a file, DA says how often a line ran, FN and FNDA (FNL and FNA in
// lcov 2) where functions begin and how often they were entered.
func (r *Report) lcov(b *bufio.Reader) error {
	p := lcovParser{report: r}
	err := eachLine(b, p.line)
	p.end() // a record whose end is missing
	return err
}

type lcovParser struct {
	report  *Report
	file    *file
	begins  map[string]int32 // of the file's functions: by name, or by lcov 2's index
	calls   map[string]bool
	ordered []string // of begins
}

func (p *lcovParser) line(n int, text string) (err error) {
	key, value, found := strings.Cut(text, ":")
	if !found {
		if strings.TrimSpace(text) == "end_of_record" {
			p.end()
		}
		return nil
	}
	if key == "SF" {
		p.end()
		if value == "" {
			return bad(n, "SF names no file")
		}
		p.file, err = p.report.file(value)
		return err
	}
	if p.file == nil {
		return nil // TN, or what stands between records
	}
	switch key {
	case "DA":
		return p.data(n, value)
	case "FN", "FNL":
		return p.function(n, key, value)
	case "FNDA", "FNA":
		p.entered(key, value)
	}
	return nil
}

// data is DA:line,count[,checksum].
func (p *lcovParser) data(n int, value string) error {
	at, rest, ok := strings.Cut(value, ",")
	line, err := strconv.ParseInt(at, 10, 32)
	if !ok || err != nil {
		return bad(n, "DA:%q is not a line and a count", short(value))
	}
	count, _, _ := strings.Cut(rest, ",")
	return p.report.add(p.file, span{start: int32(line), end: int32(line), weight: 1, hit: positive(count)})
}

// function is FN:line[,end],name or FNL:index,line[,end].
func (p *lcovParser) function(n int, key, value string) error {
	parts := strings.SplitN(value, ",", 3)
	if len(parts) < 2 {
		return bad(n, "%s:%q names no function", key, short(value))
	}
	at, name := parts[0], parts[len(parts)-1]
	if key == "FNL" {
		at, name = parts[1], parts[0]
	} else if _, err := strconv.Atoi(parts[1]); err != nil {
		name = strings.Join(parts[1:], ",") // no end: the rest is the name, commas and all
	}
	line, err := strconv.ParseInt(at, 10, 32)
	if err != nil {
		return bad(n, "%s:%q names no line", key, short(value))
	}
	if p.begins == nil {
		p.begins, p.calls = map[string]int32{}, map[string]bool{}
	}
	if p.report.spans++; p.report.spans > maxSpans {
		return bad(n, "it measures more than %d places", maxSpans)
	}
	if _, known := p.begins[name]; !known {
		p.ordered = append(p.ordered, name)
	}
	p.begins[name] = int32(line)
	return nil
}

// entered is FNDA:count,name or FNA:index,count,name.
func (p *lcovParser) entered(key, value string) {
	count, name, _ := strings.Cut(value, ",")
	if key == "FNA" {
		name, count, _ = strings.Cut(value, ",")
		count, _, _ = strings.Cut(count, ",")
	}
	if _, known := p.begins[name]; known { // aliases of one place: one that was entered is enough
		p.calls[name] = p.calls[name] || positive(count)
	}
}

// end takes in the functions of the file that ends.
func (p *lcovParser) end() {
	for _, name := range p.ordered {
		if hit, counted := p.calls[name]; counted && p.begins[name] > 0 {
			p.file.called = append(p.file.called, called{p.begins[name], hit})
		}
	}
	p.file, p.begins, p.calls, p.ordered = nil, nil, nil, nil
}

// positive tells whether a count is more than nothing; tools write large ones
// as they like, and some write negative ones.
func positive(count string) bool {
	count = strings.TrimSpace(count)
	return strings.ContainsAny(count, "123456789") && !strings.HasPrefix(count, "-")
}

func short(s string) string {
	if len(s) > 40 {
		return s[:40]
	}
	return s
}
