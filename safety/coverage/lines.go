package coverage

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// maxText bounds a line of a report.
const maxText = 64 << 10

// eachLine calls fn for the lines of a report, without their ends.
func eachLine(b *bufio.Reader, fn func(n int, text string) error) error {
	for n := 1; ; n++ {
		text, err := readLine(b)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if err := fn(n, text); err != nil {
			return err
		}
	}
}

var errLong = fmt.Errorf("%w: a line is longer than %d bytes", ErrFormat, maxText)

func readLine(b *bufio.Reader) (string, error) {
	line, err := b.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		return "", errLong
	}
	if len(line) == 0 || err != nil && err != io.EOF {
		return "", err
	}
	for k := len(line); k > 0 && (line[k-1] == '\n' || line[k-1] == '\r'); k-- {
		line = line[:k-1]
	}
	return string(line), nil
}
