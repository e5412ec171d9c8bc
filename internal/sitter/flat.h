#ifndef SMP_FLAT_H
#define SMP_FLAT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The part of tree-sitter's public C API that is used here.
typedef struct TSLanguage TSLanguage;
typedef struct TSParser TSParser;
typedef struct TSTree TSTree;
typedef struct { uint32_t row, column; } TSPoint;
typedef struct { uint32_t context[4]; const void *id; const TSTree *tree; } TSNode;
typedef struct { const void *tree; const void *id; uint32_t context[3]; } TSTreeCursor;
TSParser *ts_parser_new(void);
void ts_parser_delete(TSParser *);
bool ts_parser_set_language(TSParser *, const TSLanguage *);
void ts_parser_set_timeout_micros(TSParser *, uint64_t);
void ts_parser_set_cancellation_flag(TSParser *, const size_t *);
const TSLanguage *ts_parser_language(const TSParser *);
void ts_parser_reset(TSParser *);
TSTree *ts_parser_parse_string(TSParser *, const TSTree *, const char *, uint32_t);
void ts_tree_delete(TSTree *);
TSNode ts_tree_root_node(const TSTree *);
TSTreeCursor ts_tree_cursor_new(TSNode);
void ts_tree_cursor_delete(TSTreeCursor *);
TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *);
bool ts_tree_cursor_goto_parent(TSTreeCursor *);
bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
bool ts_tree_cursor_goto_first_child(TSTreeCursor *);
uint16_t ts_node_symbol(TSNode);
uint32_t ts_node_child_count(TSNode);
uint32_t ts_node_end_byte(TSNode);
TSPoint ts_node_end_point(TSNode);
bool ts_node_is_named(TSNode);
bool ts_node_has_error(TSNode);
uint32_t ts_language_version(const TSLanguage *);
const char *ts_language_symbol_name(const TSLanguage *, uint16_t);
uint32_t ts_language_symbol_count(const TSLanguage *);
uint32_t ts_language_field_count(const TSLanguage *);
const char *ts_language_field_name_for_id(const TSLanguage *, uint16_t);

typedef struct {
  uint32_t start, end;   // bytes
  uint32_t row, end_row; // lines from 0
  uint32_t parent;       // index of the nearest kept ancestor
  uint32_t next;         // index one past the subtree
  uint16_t symbol, field;
} smp_node;

typedef struct {
  smp_node *nodes;
  uint32_t len, cap;
  bool has_error, out_of_memory;
  bool cut; // nodes below the greatest depth are left out
} smp_buf;

// What a watched parse may cost and what it has cost.
typedef struct {
  size_t stop;        // set from outside to end the parse; zero before it
  int64_t budget;     // microseconds of the thread's own time; in: what there is, out: what is left
  uint32_t reached;   // how far the lexer has come, in bytes
  bool stuck;         // it was ended since it does not come to an end
} smp_watching;

// Parses and flattens. Named nodes are kept, and anonymous ones whose symbol
// is marked in keep. Returns the number of nodes, -1 when the parse was ended
// before its time; the watch says why.
int smp_parse(TSParser *p, const char *src, uint32_t len, smp_buf *out, const uint8_t *keep, uint32_t nkeep, smp_watching *w);
void smp_free(smp_buf *b);
#endif
