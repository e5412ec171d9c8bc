#include "watch.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

typedef bool (*scan_function)(void *, lexer *, const bool *);

typedef struct {
  TSLanguage language; // first: a parser's language is the watched one
  lex_function lex;    // the grammar's own
  scan_function scan;  // the same of tokens that are read by hand; NULL without any
} watched;

#define SCAN 4 // the place of the scan function in external_scanner

// A parser reads the end of a text a few times, for each of the readings that
// it follows; it takes thousands only where it does not come to an end.
#define MAX_AT_END 5000

// The clock is looked at once in so many tokens: seldom enough to cost nothing,
// often enough for tokens that take a third of a millisecond each.
#define CLOCK_EVERY 64

static _Thread_local struct {
  lex_function lex;
  scan_function scan;
  uint32_t end; // of the text, without white space
  uint32_t at_end;
  uint32_t tokens;
  int64_t until; // when the budget is used up
  smp_watching *w;
} now;

// The time that this thread has worked: a busy machine must not make a parser
// give up what an idle one reads.
static int64_t worked(void) {
  struct timespec t;
#ifdef CLOCK_THREAD_CPUTIME_ID
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) == 0) return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
#endif
  timespec_get(&t, TIME_UTC);
  return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void look_at_clock(void) {
  if (++now.tokens % CLOCK_EVERY == 0 && worked() > now.until) now.w->stop = true;
}

static void count(const lexer *l) {
  if (l->byte > now.w->reached) now.w->reached = l->byte;
  if (l->byte >= now.end && ++now.at_end > MAX_AT_END) now.w->stop = now.w->stuck = true;
  look_at_clock();
}

static bool counted(lexer *l, uint16_t state) {
  count(l);
  return now.lex(l, state);
}

static bool counted_scan(void *payload, lexer *l, const bool *valid) {
  look_at_clock();
  return now.scan(payload, l, valid);
}

const TSLanguage *smp_watch(const TSLanguage *grammar) {
  watched *w = calloc(1, sizeof *w);
  if (!w) return grammar;
  memcpy(&w->language, grammar, grammar->version >= 14 ? sizeof *grammar : offsetof(TSLanguage, primary_state_ids));
  w->lex = grammar->lex;
  w->language.lex = counted;
  w->scan = (scan_function)grammar->external_scanner[SCAN];
  if (w->scan) w->language.external_scanner[SCAN] = (const void *)counted_scan;
  return &w->language;
}

void smp_watch_begin(TSParser *p, const char *src, uint32_t len, smp_watching *w) {
  w->reached = 0;
  w->stuck = false;
  ts_parser_set_cancellation_flag(p, &w->stop);
  const TSLanguage *l = ts_parser_language(p);
  if (l->lex != counted) return;
  now.lex = ((const watched *)l)->lex;
  now.scan = ((const watched *)l)->scan;
  while (len > 0 && strchr(" \t\r\n\f", src[len - 1]) && src[len - 1]) len--;
  now.end = len;
  now.at_end = now.tokens = 0;
  now.w = w;
  now.until = worked() + w->budget;
}

void smp_watch_end(TSParser *p) {
  ts_parser_set_cancellation_flag(p, 0);
  if (ts_parser_language(p)->lex != counted) return;
  now.w->budget = now.until - worked();
  now.w = NULL;
}
