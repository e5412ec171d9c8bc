#ifndef SMP_WATCH_H
#define SMP_WATCH_H
#include "flat.h"

// A grammar whose lexer is watched: on some broken texts the runtime goes on
// repairing the end of the text forever. What that costs is counted, not
// timed, so that the same text always gives the same answer.
const TSLanguage *smp_watch(const TSLanguage *grammar);

// A parse that is being watched, on this thread.
void smp_watch_begin(TSParser *p, const char *src, uint32_t len, smp_watching *w);
void smp_watch_end(TSParser *p);
#endif
