#include "watch.h"
#include <stdlib.h>
#include <string.h>

// The part of a lexer and of a grammar (ABI 13 and 14) that is used here, laid
// out as the grammars have it.
typedef struct lexer lexer;
struct lexer {
  int32_t lookahead;
  uint16_t result_symbol;
  void (*advance)(lexer *, bool);
  void (*mark_end)(lexer *);
  uint32_t (*get_column)(lexer *);
  bool (*is_at_included_range_start)(const lexer *);
  bool (*eof)(const lexer *);
  uint32_t byte; // what follows is the runtime's own; it begins with the position
};
typedef bool (*lex_function)(lexer *, uint16_t);
struct TSLanguage {
  uint32_t version, counts[8];
  uint16_t max_alias_sequence_length;
  const void *tables[13];
  lex_function lex, keyword_lex;
  uint16_t keyword_capture_token;
  const void *external_scanner[7];
  const uint16_t *primary_state_ids; // from ABI 14 on
};

typedef struct {
  TSLanguage language; // first: a parser's language is the watched one
  lex_function lex;    // the grammar's own
} watched;

// A parser reads the end of a text a few times, for each of the readings that
// it follows; it takes thousands only where it does not come to an end.
#define MAX_AT_END 5000

static _Thread_local struct {
  lex_function lex;
  uint32_t end; // of the text, without white space
  uint32_t at_end;
  size_t stop;
} now;

static bool counted(lexer *l, uint16_t state) {
  if (l->byte >= now.end && ++now.at_end > MAX_AT_END) now.stop = 1;
  return now.lex(l, state);
}

const TSLanguage *smp_watch(const TSLanguage *grammar) {
  watched *w = calloc(1, sizeof *w);
  if (!w) return grammar;
  memcpy(&w->language, grammar, grammar->version >= 14 ? sizeof *grammar : offsetof(TSLanguage, primary_state_ids));
  w->lex = grammar->lex;
  w->language.lex = counted;
  return &w->language;
}

void smp_watch_begin(TSParser *p, const char *src, uint32_t len) {
  const TSLanguage *l = ts_parser_language(p);
  if (l->lex != counted) return;
  now.lex = ((const watched *)l)->lex;
  while (len > 0 && strchr(" \t\r\n\f", src[len - 1]) && src[len - 1]) len--;
  now.end = len;
  now.at_end = 0;
  now.stop = 0;
  ts_parser_set_cancellation_flag(p, &now.stop);
}

bool smp_watch_end(TSParser *p) {
  ts_parser_set_cancellation_flag(p, 0);
  bool stopped = now.stop != 0;
  now.stop = 0;
  return stopped;
}
