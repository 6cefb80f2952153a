#include "server/access_log.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "server/status_conversion.h"

namespace talus {
namespace {

// Messages of statuses may list many violations; a log line keeps the first.
constexpr size_t kMaxLoggedMessage = 512;

std::string TimeText(std::chrono::system_clock::time_point now) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", absl::FromChrono(now),
                          absl::UTCTimeZone());
}

std::string Milliseconds(Duration d) {
  return absl::StrFormat("%.3f",
                         std::chrono::duration<double, std::milli>(d).count());
}

absl::string_view OriginName(TileOrigin origin) {
  switch (origin) {
    case TileOrigin::kComputed:
      return "computed";
    case TileOrigin::kMemory:
      return "memory";
    case TileOrigin::kJoined:
      return "joined";
  }
  return "";
}

void WriteToStandardError(const std::string& line) {
  const std::string whole = line + "\n";
  if (write(STDERR_FILENO, whole.data(), whole.size()) < 0) {
    return;  // there is nowhere left to tell it
  }
}

}  // namespace

std::string JsonString(absl::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      absl::StrAppendFormat(&out, "\\u%04x", byte);
    } else {
      out += c;
    }
  }
  out += '"';
  return out;
}

std::string AccessLine(const AccessRecord& record,
                       std::chrono::system_clock::time_point now) {
  std::string line = absl::StrCat(
      "{\"time\":\"", TimeText(now), "\",\"severity\":\"info\",\"method\":\"",
      MethodName(record.method), "\",\"code\":\"",
      CodeName(record.status.code()), "\",\"peer\":", JsonString(record.peer),
      ",\"total_ms\":", Milliseconds(record.took),
      ",\"queue_ms\":", Milliseconds(record.queued));
  if (!record.recipe_digest.empty()) {
    absl::StrAppend(&line, ",\"recipe\":", JsonString(record.recipe_digest),
                    ",\"level\":", record.level, ",\"cells\":", record.cells);
  }
  if (record.tiles > 0) {
    absl::StrAppend(&line, ",\"tiles\":", record.tiles, ",\"source\":\"",
                    OriginName(record.origin), "\"");
  }
  absl::StrAppend(&line, ",\"bytes\":", record.bytes);
  if (!record.status.ok()) {
    absl::StrAppend(&line, ",\"message\":",
                    JsonString(absl::string_view(record.status.message())
                                   .substr(0, kMaxLoggedMessage)));
  }
  return line + "}";
}

std::string EventLine(absl::string_view severity, absl::string_view message,
                      std::chrono::system_clock::time_point now) {
  return absl::StrCat("{\"time\":\"", TimeText(now), "\",\"severity\":\"",
                      severity, "\",\"message\":", JsonString(message), "}");
}

AccessLog::AccessLog(Sink sink)
    : sink_(sink ? std::move(sink) : Sink(WriteToStandardError)) {}

void AccessLog::Write(const AccessRecord& record) {
  sink_(AccessLine(record, std::chrono::system_clock::now()));
}

void AccessLog::Event(absl::string_view severity, absl::string_view message) {
  sink_(EventLine(severity, message, std::chrono::system_clock::now()));
}

}  // namespace talus
