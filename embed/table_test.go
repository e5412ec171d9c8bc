package embed

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"testing"
)

func TestTableComesBack(t *testing.T) {
	a := small(t, "request", "http", "pars")
	data := a.Append(nil)
	b, err := ReadTable(data)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Append(nil), data) || b.Rows() != 3 || b.Dim != 16 || !b.Stems || b.Name != "test" {
		t.Errorf("%+v", b)
	}
	for w, want := range map[string]int32{"http": 0, "pars": 1, "request": 2, "": -1, "zz": -1, "a": -1} {
		if got := b.find([]byte(w)); got != want {
			t.Errorf("%q is row %d, want %d", w, got, want)
		}
	}
	if got := string(a.Append([]byte("x"))[1:]); got != string(data) {
		t.Error("what stands in dst shows in the checksum")
	}
}

func TestDamagedTablesAreRefused(t *testing.T) {
	data := small(t, "a", "b").Append(nil)
	for n := range data {
		if _, err := ReadTable(data[:n]); !errors.Is(err, errTable) {
			t.Fatalf("the first %d bytes: %v", n, err)
		}
	}
	for i := range data {
		broken := bytes.Clone(data)
		broken[i] ^= 0x10
		if _, err := ReadTable(broken); !errors.Is(err, errTable) {
			t.Fatalf("with byte %d changed: %v", i, err)
		}
	}
}

func TestTablesOfNothingAreRefused(t *testing.T) {
	var w [NumFields]float32
	for _, c := range []struct {
		words   []string
		vectors [][]float32
	}{
		{nil, nil},
		{[]string{"a"}, nil},
		{[]string{"a", "a"}, [][]float32{{1}, {1}}},
		{[]string{"a", "b"}, [][]float32{{1}, {1, 2}}},
	} {
		if _, err := NewTable("x", false, w, c.words, c.vectors); err == nil {
			t.Errorf("%v becomes a table", c)
		}
	}
}

func TestDefaultTable(t *testing.T) {
	e, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	if len(tableFile) > 2_750_000 || e.Dim() != 256 || e.table.Rows() < 5000 {
		t.Errorf("%d bytes, %d × %d", len(tableFile), e.table.Rows(), e.Dim())
	}
	again, _ := Default()
	if again != e || e.Name() == "" {
		t.Error("the table is read twice, or has no name")
	}
}

// resum makes the checksum right, so that a fuzzer gets behind it.
func resum(data []byte) []byte {
	if len(data) < 4 {
		return data
	}
	body := data[: len(data)-4 : len(data)-4]
	return binary.LittleEndian.AppendUint32(body, crc32.Checksum(body, crcTable))
}

func FuzzReadTable(f *testing.F) {
	f.Add(small(f, "a", "request").Append(nil))
	f.Add([]byte(tableMagic))
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := ReadTable(resum(data))
		if err != nil {
			return
		}
		if table.Rows() > 0 && table.find(table.word(0)) != 0 {
			t.Fatal("the first word is not found")
		}
		again, err := ReadTable(table.Append(nil))
		if err != nil || again.Rows() != table.Rows() {
			t.Fatalf("what was read does not survive writing: %v", err)
		}
	})
}
