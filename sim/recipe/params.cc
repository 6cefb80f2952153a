#include "sim/recipe/params.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/unknown_field_set.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "sim/base/absl_view.h"
#include "sim/recipe/utf8.h"

namespace talus {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

std::string WithUnit(std::string text, const v1::Param& param) {
  if (!param.unit().empty()) absl::StrAppend(&text, " ", param.unit());
  return text;
}

// What to do about a number that is refused.
std::string Advice(const FieldDescriptor& field, const v1::Param& param) {
  std::string advice = "set a value in the range";
  if (!param.required() && !field.is_repeated()) {
    absl::StrAppend(&advice, ", or leave it unset for ",
                    param.unset_means_none()
                        ? "none"
                        : WithUnit(FormatNumber(param.default_value()), param));
  }
  return advice;
}

// Names of the values of an enum that may be set.
std::string ChoicesText(const EnumDescriptor& type) {
  std::string names;
  for (int i = 0; i < type.value_count(); ++i) {
    if (type.value(i)->number() == 0) continue;
    absl::StrAppend(&names, names.empty() ? "" : ", ", type.value(i)->name());
  }
  return names;
}

// Looks at one value, already read.
class ValueCheck {
 public:
  ValueCheck(const FieldDescriptor& field, std::string path, Violations* out)
      : field_(field),
        param_(ParamOf(field)),
        path_(std::move(path)),
        out_(out) {}

  template <typename T>
  void Number(T value) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (!std::isfinite(value)) {
        Add(absl::StrCat(
            "= ",
            std::isnan(value) ? "nan"
            : value < 0       ? "-infinity"
                              : "infinity",
            " is not a finite number; ",
            param_ == nullptr ? "set one" : Advice(field_, *param_)));
        return;
      }
    }
    if (param_ == nullptr) return;
    const auto real = static_cast<double>(value);
    if (real >= param_->min() && real <= param_->max()) return;
    std::string text;
    if constexpr (std::is_floating_point_v<T>) {
      text = FormatNumber(real);
    } else {
      text = absl::StrCat(value);
    }
    Add(absl::StrCat("= ", text, " is outside ", RangeText(*param_), "; ",
                     Advice(field_, *param_)));
  }

  void Enum(int number) const {
    const auto* value = field_.enum_type()->FindValueByNumber(number);
    if (value != nullptr && number != 0) return;
    Add(absl::StrCat(
        "= ", value == nullptr ? absl::StrCat(number) : value->name(),
        value == nullptr ? " is not known; " : " is no choice; ", "set one of ",
        ChoicesText(*field_.enum_type()), ", or leave it unset"));
  }

  void Text(const std::string& text) const {
    const size_t limit = param_ == nullptr ? 0 : param_->max_items();
    if (limit > 0 && text.size() > limit) {
      Add(absl::StrCat("has ", text.size(), " bytes, more than ", limit,
                       "; shorten it"));
    } else if (!IsUtf8(text)) {
      Add("is not valid UTF-8; write it in UTF-8");
    }
  }

 private:
  void Add(std::string reason) const { out_->Add(path_, std::move(reason)); }

  const FieldDescriptor& field_;
  const v1::Param* param_;
  const std::string path_;
  Violations* out_;
};

// Checks element `index` of a repeated field, or a singular field at index -1.
void CheckValue(const Message& m, const FieldDescriptor& field, int index,
                const std::string& path, Violations* out) {
  const Reflection& r = *m.GetReflection();
  const FieldDescriptor* f = &field;
  const bool one = index < 0;
  const ValueCheck check(field, path, out);
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return check.Number(one ? r.GetDouble(m, f)
                              : r.GetRepeatedDouble(m, f, index));
    case FieldDescriptor::CPPTYPE_FLOAT:
      return check.Number(one ? r.GetFloat(m, f)
                              : r.GetRepeatedFloat(m, f, index));
    case FieldDescriptor::CPPTYPE_INT32:
      return check.Number(one ? r.GetInt32(m, f)
                              : r.GetRepeatedInt32(m, f, index));
    case FieldDescriptor::CPPTYPE_INT64:
      return check.Number(one ? r.GetInt64(m, f)
                              : r.GetRepeatedInt64(m, f, index));
    case FieldDescriptor::CPPTYPE_UINT32:
      return check.Number(one ? r.GetUInt32(m, f)
                              : r.GetRepeatedUInt32(m, f, index));
    case FieldDescriptor::CPPTYPE_UINT64:
      return check.Number(one ? r.GetUInt64(m, f)
                              : r.GetRepeatedUInt64(m, f, index));
    case FieldDescriptor::CPPTYPE_ENUM:
      return check.Enum(one ? r.GetEnumValue(m, f)
                            : r.GetRepeatedEnumValue(m, f, index));
    case FieldDescriptor::CPPTYPE_STRING:
      return check.Text(one ? r.GetString(m, f)
                            : r.GetRepeatedString(m, f, index));
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return CheckParams(
          one ? r.GetMessage(m, f) : r.GetRepeatedMessage(m, f, index), path,
          out);
    case FieldDescriptor::CPPTYPE_BOOL:
      return;
  }
}

void CheckRepeated(const Message& m, const FieldDescriptor& field,
                   const std::string& path, Violations* out) {
  const v1::Param* param = ParamOf(field);
  int size = m.GetReflection()->FieldSize(m, &field);
  if (param != nullptr && param->required() && size == 0) {
    out->Add(path, "is empty; it needs at least one element");
  }
  const int limit = param == nullptr ? 0 : static_cast<int>(param->max_items());
  if (limit > 0 && size > limit) {
    out->Add(path, absl::StrCat("has ", size, " elements, more than ", limit,
                                "; remove some"));
    size = limit;
  }
  for (int i = 0; i < size; ++i) {
    CheckValue(m, field, i, ElementPath(path, i), out);
  }
}

// Sets a singular field, or adds an element to a repeated one.
void SetNumber(Message* m, const FieldDescriptor* f, double value) {
  const Reflection& r = *m->GetReflection();
  const bool add = f->is_repeated();
  switch (f->cpp_type()) {
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return add ? r.AddDouble(m, f, value) : r.SetDouble(m, f, value);
    case FieldDescriptor::CPPTYPE_FLOAT: {
      const auto v = static_cast<float>(value);
      return add ? r.AddFloat(m, f, v) : r.SetFloat(m, f, v);
    }
    case FieldDescriptor::CPPTYPE_INT32: {
      const auto v = static_cast<int32_t>(value);
      return add ? r.AddInt32(m, f, v) : r.SetInt32(m, f, v);
    }
    case FieldDescriptor::CPPTYPE_INT64: {
      const auto v = static_cast<int64_t>(value);
      return add ? r.AddInt64(m, f, v) : r.SetInt64(m, f, v);
    }
    case FieldDescriptor::CPPTYPE_UINT32: {
      const auto v = static_cast<uint32_t>(value);
      return add ? r.AddUInt32(m, f, v) : r.SetUInt32(m, f, v);
    }
    case FieldDescriptor::CPPTYPE_UINT64: {
      const auto v = static_cast<uint64_t>(value);
      return add ? r.AddUInt64(m, f, v) : r.SetUInt64(m, f, v);
    }
    case FieldDescriptor::CPPTYPE_ENUM: {
      const auto v = static_cast<int>(value);
      return add ? r.AddEnumValue(m, f, v) : r.SetEnumValue(m, f, v);
    }
    case FieldDescriptor::CPPTYPE_BOOL:
      return add ? r.AddBool(m, f, value != 0) : r.SetBool(m, f, value != 0);
    case FieldDescriptor::CPPTYPE_STRING:
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return;
  }
}

bool HasDefault(const FieldDescriptor& field) {
  const v1::Param* param = ParamOf(field);
  return param != nullptr && !param->required() && !param->unset_means_none() &&
         field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE &&
         field.cpp_type() != FieldDescriptor::CPPTYPE_STRING &&
         field.real_containing_oneof() == nullptr;
}

bool IsSet(const Message& m, const FieldDescriptor& field) {
  const Reflection& r = *m.GetReflection();
  return field.is_repeated() ? r.FieldSize(m, &field) > 0
                             : r.HasField(m, &field);
}

// Adding zero turns -0 into 0 and changes nothing else.
void DropSignOfZero(Message* m, const FieldDescriptor* f) {
  const Reflection& r = *m->GetReflection();
  if (f->cpp_type() != FieldDescriptor::CPPTYPE_DOUBLE) return;
  if (!f->is_repeated()) return r.SetDouble(m, f, r.GetDouble(*m, f) + 0.0);
  for (int i = 0; i < r.FieldSize(*m, f); ++i) {
    r.SetRepeatedDouble(m, f, i, r.GetRepeatedDouble(*m, f, i) + 0.0);
  }
}

}  // namespace

const v1::Param* ParamOf(const FieldDescriptor& field) {
  if (!field.options().HasExtension(v1::param)) return nullptr;
  return &field.options().GetExtension(v1::param);
}

void CheckParams(const Message& message, const std::string& path,
                 Violations* violations) {
  const Reflection& r = *message.GetReflection();
  const auto& unknown = r.GetUnknownFields(message);
  if (!unknown.empty()) {
    violations->Add(
        path.empty() ? "recipe" : path,
        absl::StrCat("holds unknown field ", unknown.field(0).number(),
                     "; remove it, or use a version that knows it"));
  }
  const Descriptor& type = *message.GetDescriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    const std::string field_path = JoinPath(path, field.name());
    if (field.is_repeated()) {
      CheckRepeated(message, field, field_path, violations);
    } else if (IsSet(message, field)) {
      CheckValue(message, field, -1, field_path, violations);
    } else if (const v1::Param* p = ParamOf(field);
               p != nullptr && p->required()) {
      violations->Add(field_path, "is not set; it has no default");
    }
  }
}

void FillDefaults(Message* message) {
  const Reflection& r = *message->GetReflection();
  const Descriptor& type = *message->GetDescriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor* field = type.field(i);
    const bool set = IsSet(*message, *field);
    if (!set && HasDefault(*field)) {
      SetNumber(message, field, ParamOf(*field)->default_value());
    } else if (set && field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
      DropSignOfZero(message, field);
    } else if (set && field->is_repeated()) {
      for (int k = 0; k < r.FieldSize(*message, field); ++k) {
        FillDefaults(r.MutableRepeatedMessage(message, field, k));
      }
    } else if (set) {
      FillDefaults(r.MutableMessage(message, field));
    }
  }
}

ValueRange SoftRange(const v1::Param& param) {
  if (param.soft_min() == param.soft_max()) return {param.min(), param.max()};
  return {param.soft_min(), param.soft_max()};
}

std::string FormatNumber(double value) {
  const double size = std::fabs(value);
  const bool plain = size == 0 || (size >= 1e-4 && size < 1e15);
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value,
                                 plain ? std::chars_format::fixed
                                       : std::chars_format::scientific)
                       .ptr;
  return std::string(text, end);
}

std::string RangeText(const v1::Param& param) {
  return WithUnit(absl::StrCat("[", FormatNumber(param.min()), ", ",
                               FormatNumber(param.max()), "]"),
                  param);
}

std::string JoinPath(std::string_view path, std::string_view name) {
  if (path.empty()) return std::string(name);
  return absl::StrCat(ToAbsl(path), ".", ToAbsl(name));
}

std::string ElementPath(std::string_view path, int index) {
  return absl::StrCat(ToAbsl(path), "[", index, "]");
}

}  // namespace talus
