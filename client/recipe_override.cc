#include "client/recipe_override.h"

#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>

#include <random>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "sim/base/status_macros.h"

namespace talus {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::TextFormat;

// "name[index]"; index is -1 where there is none.
struct PathStep {
  std::string name;
  int index = -1;
};

absl::StatusOr<PathStep> ParseStep(const std::string& text) {
  PathStep step;
  const size_t bracket = text.find('[');
  step.name = text.substr(0, bracket);
  if (bracket == std::string::npos) return step;
  const std::string index =
      text.back() == ']' ? text.substr(bracket + 1, text.size() - bracket - 2)
                         : "";
  if (!absl::SimpleAtoi(index, &step.index) || step.index < 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--set: '", text, "' is no step of a path; write it as stages[1]"));
  }
  return step;
}

std::string FieldsOf(const Message& message) {
  std::string names;
  const auto& type = *message.GetDescriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    absl::StrAppend(&names, names.empty() ? "" : ", ", type.field(i)->name());
  }
  return names;
}

// The field that a step names in a message.
absl::StatusOr<const FieldDescriptor*> FindField(const Message& message,
                                                 const PathStep& step,
                                                 const std::string& where) {
  const FieldDescriptor* field =
      message.GetDescriptor()->FindFieldByName(step.name);
  if (field == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("--set: ", where.empty() ? "the recipe" : where,
                     " has no ", step.name, "; it has ", FieldsOf(message)));
  }
  return field;
}

// The message that a step leads to. A member of a oneof must be the one that is
// set: an override changes parameters, not what a stage does.
absl::StatusOr<Message*> Descend(Message& message, const PathStep& step,
                                 const std::string& where) {
  TALUS_ASSIGN_OR_RETURN(const FieldDescriptor* field,
                         FindField(message, step, where));
  const auto& reflection = *message.GetReflection();
  if (field->type() != FieldDescriptor::TYPE_MESSAGE) {
    return absl::InvalidArgumentError(
        absl::StrCat("--set: ", where, ".", step.name, " has no fields"));
  }
  if (field->is_repeated()) {
    const int size = reflection.FieldSize(message, field);
    if (step.index < 0 || step.index >= size) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--set: ", where.empty() ? "" : where + ".", step.name, " has ", size,
          " elements; name one from ", step.name, "[0] on"));
    }
    return reflection.MutableRepeatedMessage(&message, field, step.index);
  }
  const auto* oneof = field->real_containing_oneof();
  if (oneof != nullptr && !reflection.HasField(message, field)) {
    const FieldDescriptor* set =
        reflection.GetOneofFieldDescriptor(message, oneof);
    return absl::InvalidArgumentError(
        absl::StrCat("--set: ", where, " is a ",
                     set == nullptr ? "stage that does nothing" : set->name(),
                     ", no ", step.name));
  }
  return reflection.MutableMessage(&message, field);
}

class FirstError : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int, int, const std::string& message) override {
    if (message_.empty()) message_ = message;
  }
  const std::string& message() const { return message_; }

 private:
  std::string message_;
};

absl::Status SetValue(Message& message, const FieldDescriptor& field,
                      const std::string& path, const std::string& value) {
  std::vector<std::string> elements = {value};
  if (field.is_repeated()) {
    elements = absl::StrSplit(value, ',');
    message.GetReflection()->ClearField(&message, &field);
  }
  for (std::string element : elements) {
    if (field.type() == FieldDescriptor::TYPE_STRING) {
      element = absl::StrCat("\"", absl::CEscape(element), "\"");
    }
    TextFormat::Parser parser;
    FirstError error;
    parser.RecordErrorsTo(&error);
    if (!parser.ParseFieldValueFromString(element, &field, &message)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--set: ", path, " = '", value, "' is no value: ", error.message()));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ApplyOverride(const std::string& text, v1::Recipe& recipe) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("--set '", text,
                     "' is no PATH=VALUE, such as "
                     "stages[1].water_erosion.passes=80"));
  }
  const std::string path = text.substr(0, equals);
  const std::vector<std::string> words = absl::StrSplit(path, '.');
  Message* message = &recipe;
  std::string where;
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    TALUS_ASSIGN_OR_RETURN(const PathStep step, ParseStep(words[i]));
    TALUS_ASSIGN_OR_RETURN(message, Descend(*message, step, where));
    absl::StrAppend(&where, where.empty() ? "" : ".", words[i]);
  }
  TALUS_ASSIGN_OR_RETURN(const PathStep last, ParseStep(words.back()));
  TALUS_ASSIGN_OR_RETURN(const FieldDescriptor* field,
                         FindField(*message, last, where));
  if (field->type() == FieldDescriptor::TYPE_MESSAGE || last.index >= 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("--set: ", path, " is no single parameter"));
  }
  return SetValue(*message, *field, path, text.substr(equals + 1));
}

absl::Status ApplySeed(const std::string& text, v1::Recipe& recipe) {
  if (text.empty()) {
    return absl::InvalidArgumentError(
        "--seed is empty; give a number, a text or random");
  }
  uint64_t number = 0;
  if (text == "random") {
    std::random_device device;
    recipe.set_seed_number((uint64_t{device()} << 32) | device());
  } else if (absl::SimpleAtoi(text, &number)) {
    recipe.set_seed_number(number);
  } else {
    recipe.set_seed_text(text);
  }
  return absl::OkStatus();
}

}  // namespace talus
