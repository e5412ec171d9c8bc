package safety_test

import (
	"context"
	"fmt"

	"github.com/structural-memory/smp/internal/store"
	"github.com/structural-memory/smp/safety"
)

func Example() {
	ctx := context.Background()
	st, err := store.Open(ctx, ":memory:", store.Options{})
	if err != nil {
		panic(err)
	}
	defer st.Close()
	s := safety.New(st)
	err = s.Write(ctx, func(tx *safety.Tx) error {
		first, err := tx.OpenSession(safety.Session{Agent: "one", Mode: safety.WriteMode, Concurrency: safety.Exclusive, Scope: []string{"db/**"}})
		if err != nil {
			return err
		}
		second, err := tx.OpenSession(safety.Session{Agent: "two", Mode: safety.WriteMode, Concurrency: safety.Exclusive, Scope: []string{"**"}})
		if err != nil {
			return err
		}
		granted, _, err := tx.Lock(first, []string{"db/users.sql"})
		if err != nil {
			return err
		}
		fmt.Println("granted:", granted)
		granted, denied, err := tx.Lock(second, []string{"db/users.sql", "main.go"})
		if err != nil {
			return err
		}
		fmt.Println("granted:", granted, "denied:", denied[0].Path, "which", denied[0].Agent, "holds")
		_, err = tx.Append(first.AuditID, safety.Event{Method: "smp/lock", Files: granted, Result: "granted"})
		return err
	})
	if err != nil {
		panic(err)
	}
	check, err := s.VerifyAudit(ctx, safety.Hash{})
	fmt.Println("audit:", check.OK, check.Entries, err)
	// Output:
	// granted: [db/users.sql]
	// granted: [main.go] denied: db/users.sql which one holds
	// audit: true 1 <nil>
}
