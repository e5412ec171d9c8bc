package keys_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/structural-memory/smp/merkle/keys"
)

func Example() {
	dir, err := os.MkdirTemp("", "keys")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	s, err := keys.Open(filepath.Join(dir, "keys"))
	if err != nil {
		fmt.Println(err)
		return
	}
	k, err := s.New("key_prod_01")
	if err != nil {
		fmt.Println(err)
		return
	}
	signature, err := s.Sign(k.ID, []byte("what is signed"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(k.ID, s.Verify(k.ID, []byte("what is signed"), signature) == nil)
	// Output: key_prod_01 true
}
