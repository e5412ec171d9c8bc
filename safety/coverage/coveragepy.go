package coverage

import (
	"bufio"
	"encoding/json"
	"fmt"
)

// coveragePy reads what coverage json writes: for each file the lines that
// ran and those that did not. Other JSON, such as Istanbul's, is refused.
func (r *Report) coveragePy(b *bufio.Reader) error {
	d := json.NewDecoder(b)
	if err := r.pyObject(d, r.pyMember); err != nil {
		return fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if len(r.files) == 0 {
		return fmt.Errorf("%w: the JSON has no files with executed_lines; of JSON only coverage.py's is read (coverage json)", ErrFormat)
	}
	return nil
}

// pyObject reads an object member by member, so that a report of many files is
// not held in memory twice.
func (r *Report) pyObject(d *json.Decoder, member func(d *json.Decoder, name string) error) error {
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return fmt.Errorf("an object was expected (%v)", err)
	}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := t.(string)
		if err := member(d, name); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

func (r *Report) pyMember(d *json.Decoder, name string) error {
	if name != "files" {
		var skipped json.RawMessage
		return d.Decode(&skipped)
	}
	return r.pyObject(d, func(d *json.Decoder, path string) error {
		var lines struct {
			Executed *[]int32 `json:"executed_lines"`
			Missing  []int32  `json:"missing_lines"`
		}
		if err := d.Decode(&lines); err != nil {
			return err
		}
		if lines.Executed == nil {
			return fmt.Errorf("%s has no executed_lines", short(path))
		}
		f, err := r.file(path)
		if err != nil {
			return err
		}
		for _, l := range *lines.Executed {
			if err := r.add(f, span{start: l, end: l, weight: 1, hit: true}); err != nil {
				return err
			}
		}
		for _, l := range lines.Missing {
			if err := r.add(f, span{start: l, end: l, weight: 1}); err != nil {
				return err
			}
		}
		return nil
	})
}
