#include "flat.h"
#include "watch.h"
#include <stdlib.h>

// Deeper nesting than this is not descended into, and that is told: it only
// occurs in generated or malicious files, and whoever reads the buffer
// recurses over it.
#define MAX_DEPTH 1000

static bool push(smp_buf *b) {
  if (b->len < b->cap) return true;
  uint32_t cap = b->cap ? b->cap * 2 : 8192;
  smp_node *n = realloc(b->nodes, (size_t)cap * sizeof *n);
  if (!n) {
    b->out_of_memory = true;
    return false;
  }
  b->nodes = n;
  b->cap = cap;
  return true;
}

static void flatten(const TSTree *t, smp_buf *b, const uint8_t *keep, uint32_t nkeep) {
  TSNode root = ts_tree_root_node(t);
  b->has_error = ts_node_has_error(root);
  TSTreeCursor c = ts_tree_cursor_new(root);
  uint32_t nearest[MAX_DEPTH]; // the kept node at or above each depth
  bool kept[MAX_DEPTH];
  int depth = 0;
  for (;;) {
    TSNode n = ts_tree_cursor_current_node(&c);
    uint16_t sym = ts_node_symbol(n);
    uint32_t parent = depth ? nearest[depth - 1] : UINT32_MAX;
    if (ts_node_is_named(n) || (sym < nkeep && keep[sym])) {
      if (!push(b)) break;
      smp_node *f = &b->nodes[b->len];
      f->start = n.context[0];
      f->row = n.context[1];
      f->end = ts_node_end_byte(n);
      f->end_row = ts_node_end_point(n).row;
      f->parent = parent;
      f->next = b->len + 1;
      f->symbol = sym;
      f->field = ts_tree_cursor_current_field_id(&c);
      nearest[depth] = b->len++;
      kept[depth] = true;
    } else {
      nearest[depth] = parent;
      kept[depth] = false;
    }
    if (depth + 1 < MAX_DEPTH) {
      if (ts_tree_cursor_goto_first_child(&c)) {
        depth++;
        continue;
      }
    } else if (ts_node_child_count(n)) {
      b->cut = true;
    }
    for (;;) {
      if (kept[depth]) b->nodes[nearest[depth]].next = b->len;
      if (ts_tree_cursor_goto_next_sibling(&c)) break;
      if (!ts_tree_cursor_goto_parent(&c)) goto done;
      depth--;
    }
  }
done:
  ts_tree_cursor_delete(&c);
}

int smp_parse(TSParser *p, const char *src, uint32_t len, smp_buf *b, const uint8_t *keep, uint32_t nkeep, smp_watching *w) {
  b->len = 0;
  b->has_error = b->out_of_memory = b->cut = false;
  smp_watch_begin(p, src, len, w);
  TSTree *t = ts_parser_parse_string(p, 0, src, len);
  smp_watch_end(p);
  if (!t) {
    ts_parser_reset(p);
    return -1;
  }
  flatten(t, b, keep, nkeep);
  ts_tree_delete(t);
  return (int)b->len;
}

void smp_free(smp_buf *b) {
  free(b->nodes);
  b->nodes = 0;
  b->len = b->cap = 0;
}
