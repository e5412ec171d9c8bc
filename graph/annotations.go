package graph

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// Annotation is what people and agents say of a node. It belongs to the text
// id: it stays when the node goes, and holds again when it comes back.
type Annotation struct {
	ID          string
	Description string
	Tags        []string // sorted
	Manual      bool     // set by hand; tags that came by scope alone are not
	At          time.Time
}

func (a *Annotation) empty() bool { return a.Description == "" && len(a.Tags) == 0 }

func (a *Annotation) equal(b *Annotation) bool {
	return a.Description == b.Description && a.Manual == b.Manual && slices.Equal(a.Tags, b.Tags)
}

const annotationsVersion = "annotations_version"

const annotationSelect = "SELECT id, description, tags, manual, at FROM annotations "

// Annotations are all that there are, by id, and a version that changes
// whenever one does.
func (r *Reader) Annotations() (out []Annotation, version int64, err error) {
	if version, err = store.MetaInt(r.conn, annotationsVersion); err != nil {
		return nil, 0, err
	}
	out, err = annotations(r.conn, annotationSelect+"ORDER BY id", nil)
	return out, version, err
}

// AnnotationsVersion is the version alone.
func (r *Reader) AnnotationsVersion() (int64, error) {
	return store.MetaInt(r.conn, annotationsVersion)
}

// Annotation is that of one node, empty but for the id if there is none.
func (r *Reader) Annotation(id string) (Annotation, error) { return annotation(r.conn, id) }

func annotation(conn *sqlite.Conn, id string) (Annotation, error) {
	found, err := annotations(conn, annotationSelect+"WHERE id = ?", func(st *sqlite.Stmt) { st.BindText(1, id) })
	if err != nil || len(found) == 0 {
		return Annotation{ID: id}, err
	}
	return found[0], nil
}

func annotations(conn *sqlite.Conn, sql string, bind func(*sqlite.Stmt)) (out []Annotation, err error) {
	qerr := query(conn, sql, bind, func(st *sqlite.Stmt) bool {
		a := Annotation{ID: st.ColumnText(0), Description: st.ColumnText(1), Manual: st.ColumnInt64(3) != 0}
		if err = json.Unmarshal([]byte(st.ColumnText(2)), &a.Tags); err == nil {
			a.At, err = time.Parse(time.RFC3339, st.ColumnText(4))
		}
		if err != nil {
			err = fmt.Errorf("the annotation of %s is damaged: %w", a.ID, err)
		}
		out = append(out, a)
		return err == nil
	})
	if qerr != nil {
		return nil, qerr
	}
	return out, err
}

// EditAnnotations lets edit change the annotations of the ids, all in one
// transaction, and tells how many are different now. One that says nothing any
// more is removed.
func (g *Graph) EditAnnotations(ctx context.Context, ids []string, at time.Time, edit func(i int, a *Annotation)) (changed int, err error) {
	err = g.st.Write(ctx, func(conn *sqlite.Conn) error {
		changed = 0
		for i, id := range ids {
			old, err := annotation(conn, id)
			if err != nil {
				return err
			}
			a := old
			a.Tags = slices.Clone(old.Tags)
			if edit(i, &a); a.equal(&old) {
				continue
			}
			changed++
			a.ID, a.At = id, at
			if err := putAnnotation(conn, &a); err != nil {
				return err
			}
		}
		if changed == 0 {
			return nil
		}
		v, err := store.MetaInt(conn, annotationsVersion)
		if err != nil {
			return err
		}
		return store.SetMetaInt(conn, annotationsVersion, v+1)
	})
	return changed, err
}

func putAnnotation(conn *sqlite.Conn, a *Annotation) error {
	if a.empty() {
		return exec(conn, "DELETE FROM annotations WHERE id = ?", func(st *sqlite.Stmt) { st.BindText(1, a.ID) })
	}
	tags, err := json.Marshal(append([]string{}, a.Tags...))
	if err != nil {
		return err
	}
	return exec(conn, `INSERT INTO annotations (id, description, tags, manual, at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET description = excluded.description, tags = excluded.tags, manual = excluded.manual, at = excluded.at`, func(st *sqlite.Stmt) {
		st.BindText(1, a.ID)
		st.BindText(2, a.Description)
		st.BindText(3, string(tags))
		st.BindBool(4, a.Manual)
		st.BindText(5, a.At.UTC().Format(time.RFC3339))
	})
}
