#include "sim/recipe/reference.h"

#include <google/protobuf/descriptor.h>

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "sim/base/absl_view.h"
#include "sim/recipe/param_list.h"
#include "sim/recipe/params.h"
#include "sim/recipe/share_layers.h"
#include "sim/recipe/shown_values.h"
#include "sim/recipe/stage_message.h"
#include "talus/v1/recipe.pb.h"

namespace talus {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;

// One parameter, in words.
struct ParamEntry {
  std::string name;  // path below the topic: `warp.octaves`
  std::string type;
  std::string unit;
  std::string min;
  std::string max;
  std::string worth_trying;  // "0.2 to 0.7" where that is not all
  std::string default_value;
  std::string text;
  std::string picture;  // file of the strip; empty where there is none
  std::string shown;    // what it shows
};

// A part of the reference: a stage, the recipe or its domain.
struct Topic {
  std::string name;
  std::string text;
  std::string source;
  std::string kind;
  std::vector<ParamEntry> params;
};

std::string TypeText(const FieldDescriptor& field) {
  std::string type;
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_ENUM:
      type = "choice";
      break;
    case FieldDescriptor::CPPTYPE_MESSAGE:
      type = absl::AsciiStrToLower(field.message_type()->name());
      break;
    case FieldDescriptor::CPPTYPE_STRING:
      type = "text";
      break;
    case FieldDescriptor::CPPTYPE_DOUBLE:
    case FieldDescriptor::CPPTYPE_FLOAT:
      type = "number";
      break;
    case FieldDescriptor::CPPTYPE_BOOL:
      type = "true or false";
      break;
    default:
      type = "whole number";
  }
  return field.is_repeated() ? absl::StrCat("list of ", type) : type;
}

std::string DefaultText(const FieldDescriptor& field, const v1::Param& param) {
  if (param.required()) return "required";
  if (param.unset_means_none() || field.real_containing_oneof() != nullptr ||
      field.cpp_type() == FieldDescriptor::CPPTYPE_STRING ||
      field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    return "none";
  }
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    const auto* value = field.enum_type()->FindValueByNumber(
        static_cast<int>(param.default_value()));
    return value == nullptr ? "" : value->name();
  }
  return FormatNumber(param.default_value());
}

// The names that an enum field may be set to, after the text. Layers that
// parameters name are those of shares.
std::string ChoicesOf(const EnumDescriptor& type) {
  if (&type == v1::Layer_descriptor()) {
    return absl::StrCat(" One of ", ShareLayersText(), ".");
  }
  std::vector<std::string> names;
  for (int i = 0; i < type.value_count(); ++i) {
    if (type.value(i)->number() != 0) names.push_back(type.value(i)->name());
  }
  return absl::StrCat(" One of ", absl::StrJoin(names, ", "), ".");
}

ParamEntry EntryOf(const FieldDescriptor& field, const std::string& name,
                   const v1::Param& param) {
  ParamEntry entry{.name = name,
                   .type = TypeText(field),
                   .unit = param.unit(),
                   .default_value = DefaultText(field, param),
                   .text = param.text()};
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    entry.text += ChoicesOf(*field.enum_type());
  } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
    absl::StrAppend(&entry.text, " At most ", param.max_items(), " bytes.");
  } else if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
    entry.min = FormatNumber(param.min());
    entry.max = FormatNumber(param.max());
    const auto [low, high] = SoftRange(param);
    if (low != param.min() || high != param.max()) {
      entry.worth_trying =
          absl::StrCat(FormatNumber(low), " to ", FormatNumber(high));
    }
  }
  if (field.is_repeated() && param.max_items() > 0) {
    absl::StrAppend(&entry.text, " At most ", param.max_items(), " elements.");
  }
  if (param.per_cell()) entry.text += " May differ by cell (scales).";
  return entry;
}

// The parameters of a message; with pictures where it configures `stage`.
std::vector<ParamEntry> EntriesOf(const Descriptor& type,
                                  std::string_view stage = "") {
  std::vector<ParamEntry> entries;
  for (const ListedParam& param : ParamsOf(type)) {
    const FieldDescriptor& field = *param.field;
    entries.push_back(EntryOf(field, param.path, *ParamOf(field)));
    if (stage.empty() || ShownValues(field).empty()) continue;
    entries.back().picture =
        absl::StrCat("strips/", StripName(stage, param), ".jpg");
    entries.back().shown = ShownText(field);
  }
  return entries;
}

// What a stage has beside its process.
std::vector<ParamEntry> EntriesOfAnyStage() {
  const Descriptor& type = *v1::Stage::descriptor();
  std::vector<ParamEntry> entries = EntriesOf(type);
  std::erase_if(entries, [&](const ParamEntry& entry) {
    const std::string field =
        entry.name.substr(0, entry.name.find_first_of(".["));
    return type.FindFieldByName(field)->containing_oneof() == &ProcessOneof();
  });
  return entries;
}

std::string KindText(v1::StageKind kind) {
  switch (kind) {
    case v1::STAGE_KIND_SOURCE:
      return "Source: stands outside groups.";
    case v1::STAGE_KIND_EROSION:
      return "Erosion: stands by itself or in groups.";
    case v1::STAGE_KIND_GROUP:
      return "Group: runs other stages.";
    default:
      return "";
  }
}

std::vector<Topic> Topics() {
  std::vector<Topic> topics;
  topics.push_back(
      {.name = "recipe",
       .text = "A landscape: ordered stages over named layers. Beside the "
               "parameters it has a seed (a number, 0 where unset, or a text) "
               "and may have a domain.",
       .params = EntriesOf(*v1::Recipe::descriptor())});
  topics.push_back({.name = "domain",
                    .text = "Makes the world a finite rectangle. Its corners "
                            "are multiples of 2^coarsest_level cells of every "
                            "multiscale group.",
                    .params = EntriesOf(*v1::Domain::descriptor())});
  topics.push_back(
      {.name = "stage",
       .text = "What every stage may have beside its own parameters: a seed (a "
               "number; where unset it comes from the place of the stage in "
               "the recipe), scales (parameters that a layer of shares scales "
               "from cell to cell: those whose text says so), and the finest "
               "level at which it runs within a multiscale group.",
       .params = EntriesOfAnyStage()});
  for (int i = 0; i < ProcessOneof().field_count(); ++i) {
    const FieldDescriptor& field = *ProcessOneof().field(i);
    const v1::StageDoc& doc = StageDocOf(field);
    topics.push_back(
        {.name = field.name(),
         .text = doc.text(),
         .source = doc.source(),
         .kind = KindText(doc.kind()),
         .params = EntriesOf(*field.message_type(), field.name())});
  }
  return topics;
}

// What the parameters do, as strips of pictures.
void AppendPictures(const Topic& topic, std::string* page) {
  bool begun = false;
  for (const ParamEntry& p : topic.params) {
    if (p.picture.empty()) continue;
    if (!begun) {
      absl::StrAppend(page,
                      "\n| parameter | from left to right | pictures |\n"
                      "|---|---|---|\n");
      begun = true;
    }
    absl::StrAppend(page, "| `", p.name, "` | ", p.shown, " | ![", p.shown,
                    "](", p.picture, ") |\n");
  }
}

void AppendMarkdown(const Topic& topic, std::string* page) {
  absl::StrAppend(page, "\n## ", topic.name, "\n\n", topic.text, "\n");
  if (!topic.kind.empty()) absl::StrAppend(page, "\n", topic.kind, "\n");
  if (!topic.source.empty()) {
    absl::StrAppend(page, "\nAfter: ", topic.source, "\n");
  }
  if (topic.params.empty()) return;
  absl::StrAppend(
      page,
      "\n| parameter | type | unit | min | max | worth trying | "
      "default | what it does |\n|---|---|---|---|---|---|---|---|\n");
  for (const ParamEntry& p : topic.params) {
    absl::StrAppend(page, "| `", p.name, "` | ", p.type, " | ", p.unit, " | ",
                    p.min, " | ", p.max, " | ", p.worth_trying, " | ",
                    p.default_value, " | ", p.text, " |\n");
  }
  AppendPictures(topic, page);
}

std::string ParamHelp(const ParamEntry& p) {
  std::string line = absl::StrCat("  ", p.name, " (", p.type);
  if (!p.min.empty()) {
    absl::StrAppend(&line, " in [", p.min, ", ", p.max, "]");
  }
  if (!p.unit.empty()) absl::StrAppend(&line, " ", p.unit);
  if (!p.worth_trying.empty()) {
    absl::StrAppend(&line, ", worth trying ", p.worth_trying);
  }
  absl::StrAppend(&line, ", ", p.default_value == "required" ? "" : "default ",
                  p.default_value, ")\n      ", p.text, "\n");
  return line;
}

std::string TopicHelp(const Topic& topic) {
  std::string text = absl::StrCat(topic.name, "\n  ", topic.text, "\n");
  if (!topic.kind.empty()) absl::StrAppend(&text, "  ", topic.kind, "\n");
  if (!topic.source.empty()) {
    absl::StrAppend(&text, "  After: ", topic.source, "\n");
  }
  for (const ParamEntry& p : topic.params) {
    absl::StrAppend(&text, "\n", ParamHelp(p));
  }
  return text;
}

absl::Status NotFound(std::string_view what, std::string_view kind,
                      const std::vector<std::string>& names) {
  return absl::NotFoundError(absl::StrCat("no ", ToAbsl(kind), " is named \"",
                                          ToAbsl(what), "\"; choose one of ",
                                          absl::StrJoin(names, ", ")));
}

}  // namespace

std::string ReferencePage() {
  std::string page =
      "# Stages of the recipe language\n\n"
      "Made from the options in `proto/talus/v1` by `talus_reference`; do not "
      "edit. Ranges include both ends. Pictures: ./dev strips, from the "
      "recipes in "
      "[strips](strips).\n";
  for (const Topic& topic : Topics()) AppendMarkdown(topic, &page);
  return page;
}

std::vector<std::string> HelpTopics() {
  std::vector<std::string> names;
  for (const Topic& topic : Topics()) names.push_back(topic.name);
  return names;
}

absl::StatusOr<std::string> HelpFor(std::string_view topic) {
  const size_t dot = topic.find('.');
  const std::string_view name = topic.substr(0, dot);
  const std::vector<Topic> topics = Topics();
  const auto found =
      std::find_if(topics.begin(), topics.end(),
                   [&](const Topic& t) { return t.name == name; });
  if (found == topics.end()) return NotFound(name, "topic", HelpTopics());
  if (dot == std::string_view::npos) return TopicHelp(*found);
  const std::string_view param = topic.substr(dot + 1);
  std::vector<std::string> names;
  for (const ParamEntry& p : found->params) {
    if (p.name == param) return absl::StrCat(found->name, "\n", ParamHelp(p));
    names.push_back(p.name);
  }
  return NotFound(param, absl::StrCat("parameter of ", ToAbsl(name)), names);
}

}  // namespace talus
