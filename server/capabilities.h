#ifndef TALUS_SERVER_CAPABILITIES_H_
#define TALUS_SERVER_CAPABILITIES_H_

#include "server/server_options.h"
#include "talus/v1/terrain.pb.h"

namespace talus {

// What the server tells of itself.
v1::GetCapabilitiesResponse Capabilities(const ServerOptions& options);

}  // namespace talus

#endif  // TALUS_SERVER_CAPABILITIES_H_
