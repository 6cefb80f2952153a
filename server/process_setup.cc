#include "server/process_setup.h"

#include <grpc/support/log.h>
#include <malloc.h>
#include <sys/resource.h>

#include <string>

#include "absl/strings/str_cat.h"

namespace talus {
namespace {

AccessLog* grpc_log = nullptr;

void LogForGrpc(gpr_log_func_args* args) {
  const bool error = args->severity == GPR_LOG_SEVERITY_ERROR;
  grpc_log->Event(error ? "error" : "info",
                  absl::StrCat("grpc: ", args->message, " (", args->file, ":",
                               args->line, ")"));
}

}  // namespace

bool TuneAllocator() {
  // 32 MiB is the largest threshold that glibc takes.
  return mallopt(M_MMAP_THRESHOLD, 32 << 20) == 1 &&
         mallopt(M_TRIM_THRESHOLD, 256 << 20) == 1;
}

long RaiseFileLimit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
  limit.rlim_cur = limit.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
  return static_cast<long>(limit.rlim_cur);
}

void RouteGrpcLog(AccessLog* log) {
  grpc_log = log;
  gpr_set_log_function(LogForGrpc);
}

}  // namespace talus
