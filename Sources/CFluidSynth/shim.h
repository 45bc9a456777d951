#include <fluidsynth.h>

/* glibc shows this only with _GNU_SOURCE, which Swift's import of it does not set. */
int memfd_create(const char *name, unsigned int flags);
static const unsigned int klavier_close_on_exec = 1; /* MFD_CLOEXEC */
