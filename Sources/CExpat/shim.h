/* Expat's header shows its counting of what entities expand to only with this. */
#ifndef XML_DTD
#define XML_DTD 1
#endif
#include <expat.h>

/* Expat has this counting since 2.4.0. With an older one the reader's own count (XMLParser.swift)
 * stands alone. */
static inline void klavier_limit_expansion(XML_Parser parser, float factor,
                                           unsigned long long bytes) {
#if XML_MAJOR_VERSION > 2 || (XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION >= 4)
  XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, factor);
  XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, bytes);
#else
  (void)parser;
  (void)factor;
  (void)bytes;
#endif
}

/* XML_GetUserData is a macro, which Swift does not see. */
static inline void *klavier_user_data(XML_Parser parser) { return XML_GetUserData(parser); }
