#include <expat.h>

/* XML_GetUserData is a macro, which Swift does not see. */
static inline void *klavier_user_data(XML_Parser parser) { return XML_GetUserData(parser); }
