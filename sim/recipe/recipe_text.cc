#include "sim/recipe/recipe_text.h"

#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/text_format.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "sim/base/float_env.h"
#include "sim/base/status_macros.h"
#include "sim/recipe/json_scan.h"
#include "sim/recipe/params.h"
#include "sim/recipe/utf8.h"

namespace talus {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::TextFormat;
namespace json = google::protobuf::util;

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  return text.substr(0, text.find_last_not_of(kSpace) + 1);
}

// Keeps the first error.
class FirstError final : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, google::protobuf::io::ColumnNumber column,
                const std::string& message) override {
    if (!text_.empty()) return;
    // Lines and columns count from 0 here; -1 is the whole text.
    text_ = line < 0 ? message
                     : absl::StrCat("line ", line + 1, ", column ", column + 1,
                                    ": ", message);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

absl::StatusOr<v1::Recipe> ParseTextproto(std::string_view text) {
  google::protobuf::io::ArrayInputStream stream(text.data(),
                                                static_cast<int>(text.size()));
  FirstError error;
  TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  parser.SetRecursionLimit(kMaxRecipeDepth);
  v1::Recipe recipe;
  if (!parser.Parse(&stream, &recipe)) {
    return absl::InvalidArgumentError(error.text());
  }
  return recipe;
}

// The field of a recipe that a path names; nullptr where there is none.
const FieldDescriptor* FieldAt(std::string_view path) {
  const google::protobuf::Descriptor* type = v1::Recipe::descriptor();
  const FieldDescriptor* field = nullptr;
  while (!path.empty() && type != nullptr) {
    const size_t dot = std::min(path.find('.'), path.size());
    std::string_view name = path.substr(0, dot);
    name = name.substr(0, name.find('['));
    path.remove_prefix(std::min(dot + 1, path.size()));
    field = type->FindFieldByLowercaseName(std::string(name));
    if (field == nullptr) {
      field = type->FindFieldByCamelcaseName(std::string(name));
    }
    if (field == nullptr) return nullptr;
    type = field->message_type();
  }
  return path.empty() ? field : nullptr;
}

// Protobuf takes a value for a list of one and leaves out elements that are
// null: what was meant is lost.
std::string CheckListAt(std::string_view path, char first) {
  if (path.ends_with(']')) {
    return first == 'n' ? "null is no element of a list; leave it out" : "";
  }
  const FieldDescriptor* field = FieldAt(path);
  const bool single = first == '{' || first == '"' || first == '-' ||
                      (first >= '0' && first <= '9');
  return single && field != nullptr && field->is_repeated()
             ? "is a list; put its elements in [ ]"
             : "";
}

// The values that a number field takes; empty for other fields.
std::string NumbersOf(const FieldDescriptor& field) {
  std::string range;
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_UINT32:
      range = "[0, 4294967295]";
      break;
    case FieldDescriptor::CPPTYPE_UINT64:
      range = "[0, 18446744073709551615]";
      break;
    case FieldDescriptor::CPPTYPE_INT32:
      range = "[-2147483648, 2147483647]";
      break;
    case FieldDescriptor::CPPTYPE_INT64:
      range = "[-9223372036854775808, 9223372036854775807]";
      break;
    case FieldDescriptor::CPPTYPE_FLOAT:
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return "number";
    default:
      return "";
  }
  const v1::Param* param = ParamOf(field);
  if (param != nullptr && param->min() < param->max()) {
    range = RangeText(*param);
  }
  return absl::StrCat("whole number of ", range);
}

// "invalid value -1 for type TYPE_UINT32" in plain words.
std::string PlainWords(std::string_view path, std::string_view message) {
  constexpr std::string_view kInvalid = "invalid value ";
  const size_t end = message.rfind(" for type ");
  const FieldDescriptor* field = FieldAt(path);
  if (field == nullptr || end == std::string_view::npos ||
      !message.starts_with(kInvalid) || NumbersOf(*field).empty()) {
    return std::string(message);
  }
  const std::string value(
      message.substr(kInvalid.size(), end - kInvalid.size()));
  return absl::StrCat(value, " is no ", NumbersOf(*field));
}

// What protobuf says of a field comes as "(path) name: what", "(path): what" or
// ": what".
absl::Status JsonFieldError(std::string_view text, std::string_view message) {
  std::string path;
  if (message.starts_with('(')) {
    const size_t end = message.find(')');
    path = std::string(message.substr(1, end - 1));
    message.remove_prefix(std::min(end, message.size() - 1) + 1);
  }
  const size_t colon = message.find(':');
  if (colon != std::string_view::npos) {
    const std::string_view name = Trimmed(message.substr(0, colon));
    if (!name.empty()) path = JoinPath(path, name);
    message.remove_prefix(colon + 1);
  }
  return JsonErrorAt(text, path, PlainWords(path, Trimmed(message)));
}

absl::StatusOr<v1::Recipe> ParseJson(std::string_view text) {
  TALUS_RETURN_IF_ERROR(CheckJson(text, kMaxRecipeDepth, CheckListAt));
  v1::Recipe recipe;
  const auto status = json::JsonStringToMessage(
      google::protobuf::StringPiece(text.data(), text.size()), &recipe);
  if (status.ok()) return recipe;
  const auto message = status.message();
  return JsonFieldError(text, {message.data(), message.size()});
}

}  // namespace

absl::StatusOr<v1::Recipe> ParseRecipe(std::string_view text) {
  // Reading decimal numbers rounds.
  const ScopedFloatEnv float_env;
  if (text.size() > kMaxRecipeBytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the recipe has ", text.size(), " bytes, more than ",
                     kMaxRecipeBytes, "; shorten it"));
  }
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
  }
  if (!IsUtf8(text)) {
    return absl::InvalidArgumentError(
        "the recipe is not valid UTF-8; save it as UTF-8 text");
  }
  return Trimmed(text).starts_with('{') ? ParseJson(text)
                                        : ParseTextproto(text);
}

std::string RecipeToTextproto(const v1::Recipe& recipe) {
  std::string text;
  TextFormat::PrintToString(recipe, &text);
  return text;
}

std::string RecipeToJson(const v1::Recipe& recipe) {
  json::JsonPrintOptions options;
  options.add_whitespace = true;
  options.preserve_proto_field_names = true;
  std::string text;
  // Fails only for messages that hold Any.
  (void)json::MessageToJsonString(recipe, &text, options);
  return text;
}

}  // namespace talus
