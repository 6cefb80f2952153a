#ifndef TALUS_SERVER_PROCESS_SETUP_H_
#define TALUS_SERVER_PROCESS_SETUP_H_

#include "server/access_log.h"

// What a process does for itself before it serves.
namespace talus {

// Keeps freed planes and tiles in the process, where glibc would hand each back
// to the kernel and fetch it again. False where glibc refuses.
bool TuneAllocator();

// Allows as many open files as the system lets this process have: gRPC 1.51
// stops to accept for good when they run out. Returns how many.
long RaiseFileLimit();

// What gRPC itself logs goes to `log`, which must live as long as the process.
void RouteGrpcLog(AccessLog* log);

}  // namespace talus

#endif  // TALUS_SERVER_PROCESS_SETUP_H_
