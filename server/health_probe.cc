#include "server/health_probe.h"

#include <google/protobuf/empty.pb.h>
#include <google/protobuf/unknown_field_set.h>

#include <chrono>

#include "absl/strings/str_cat.h"
#include "server/call_by_name.h"
#include "server/messages.h"

namespace talus {
namespace {

// Fields of grpc.health.v1, whose messages no package brings.
constexpr int kServiceField = 1;
constexpr int kStatusField = 1;
constexpr uint64_t kServing = 1;

grpc::ByteBuffer Request(const std::string& service) {
  google::protobuf::Empty message;
  google::protobuf::Empty::GetReflection()
      ->MutableUnknownFields(&message)
      ->AddLengthDelimited(kServiceField, service);
  return Serialize(message);
}

uint64_t StatusOf(const grpc::ByteBuffer& answer) {
  google::protobuf::Empty message;
  if (!Parse(answer, &message).ok()) return 0;
  const google::protobuf::UnknownFieldSet& fields =
      google::protobuf::Empty::GetReflection()->GetUnknownFields(message);
  for (int i = 0; i < fields.field_count(); ++i) {
    if (fields.field(i).number() == kStatusField)
      return fields.field(i).varint();
  }
  return 0;
}

}  // namespace

absl::Status ProbeHealth(const std::string& address,
                         const std::string& service) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::seconds(2));
  grpc::ByteBuffer answer;
  const grpc::Status status =
      CallByName(&context, address, "/grpc.health.v1.Health/Check",
                 Request(service), &answer);
  if (!status.ok()) {
    return absl::UnavailableError(
        absl::StrCat(address, " does not answer: ", status.error_message()));
  }
  if (StatusOf(answer) != kServing) {
    return absl::UnavailableError(absl::StrCat(address, " does not serve"));
  }
  return absl::OkStatus();
}

}  // namespace talus
