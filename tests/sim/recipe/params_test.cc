#include "sim/recipe/params.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "sim/recipe/canonical.h"
#include "tests/sim/recipe/param_walk.h"

namespace talus {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using ::testing::HasSubstr;
using testing::ParamSite;
using testing::VisitAllParams;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool IsNumber(const FieldDescriptor& field) {
  return field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE &&
         field.cpp_type() != FieldDescriptor::CPPTYPE_STRING &&
         field.cpp_type() != FieldDescriptor::CPPTYPE_ENUM;
}

// Sets the field, or one element of it where it is repeated. False where its
// type cannot hold the value.
bool SetNumber(const ParamSite& site, double value) {
  const auto& r = *site.message->GetReflection();
  const FieldDescriptor* f = site.field;
  Message* m = site.message;
  r.ClearField(m, f);
  const bool add = f->is_repeated();
  if (f->cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE) {
    add ? r.AddDouble(m, f, value) : r.SetDouble(m, f, value);
    return true;
  }
  if (!std::isfinite(value)) return false;
  if (f->cpp_type() == FieldDescriptor::CPPTYPE_INT64) {
    const auto v = static_cast<int64_t>(value);
    add ? r.AddInt64(m, f, v) : r.SetInt64(m, f, v);
    return true;
  }
  if (f->cpp_type() == FieldDescriptor::CPPTYPE_UINT32) {
    if (value < 0 || value > 4294967295.0) return false;
    const auto v = static_cast<uint32_t>(value);
    add ? r.AddUInt32(m, f, v) : r.SetUInt32(m, f, v);
    return true;
  }
  ADD_FAILURE() << site.path << " is of a type this test cannot set";
  return false;
}

// What the recipe's validation says of the parameter; nothing where all is
// well.
std::optional<std::string> ReasonAt(const ParamSite& site,
                                    const std::string& path) {
  std::optional<std::string> reason;
  for (const FieldViolation& v : ValidateRecipe(*site.recipe).list()) {
    if (v.path != path) continue;
    EXPECT_FALSE(reason.has_value()) << path << " is reported twice";
    reason = v.reason;
  }
  return reason;
}

std::string ValuePath(const ParamSite& site) {
  return site.field->is_repeated() ? ElementPath(site.path, 0) : site.path;
}

// The next number beyond `bound` that the field's type knows.
double Beyond(const ParamSite& site, double bound, double direction) {
  return site.field->cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE
             ? std::nextafter(bound, direction * kInfinity)
             : bound + direction;
}

TEST(Params, RefusesEveryNumberOutsideItsRange) {
  int refused = 0;
  VisitAllParams([&](const ParamSite& site) {
    if (!IsNumber(*site.field)) return;
    SCOPED_TRACE(site.path);
    for (const double value :
         {Beyond(site, site.param->min(), -1), site.param->min() - 1,
          Beyond(site, site.param->max(), 1), site.param->max() + 1}) {
      if (!SetNumber(site, value)) continue;
      const auto reason = ReasonAt(site, ValuePath(site));
      ASSERT_TRUE(reason.has_value()) << value << " is accepted";
      EXPECT_THAT(*reason, HasSubstr("is outside ["));
      ++refused;
    }
    site.message->GetReflection()->ClearField(site.message, site.field);
  });
  EXPECT_GT(refused, 200);
}

TEST(Params, RefusesNumbersThatAreNotFinite) {
  VisitAllParams([&](const ParamSite& site) {
    if (!IsNumber(*site.field)) return;
    SCOPED_TRACE(site.path);
    for (const double value :
         {std::numeric_limits<double>::quiet_NaN(), kInfinity, -kInfinity}) {
      if (!SetNumber(site, value)) continue;
      const auto reason = ReasonAt(site, ValuePath(site));
      ASSERT_TRUE(reason.has_value()) << value << " is accepted";
      EXPECT_THAT(*reason, HasSubstr("is not a finite number"));
      EXPECT_EQ(reason->find("= -infinity") != std::string::npos,
                value == -kInfinity);
    }
    site.message->GetReflection()->ClearField(site.message, site.field);
  });
}

TEST(Params, AcceptsBothEndsOfEveryRange) {
  VisitAllParams([&](const ParamSite& site) {
    if (!IsNumber(*site.field)) return;
    for (const double value : {site.param->min(), site.param->max()}) {
      ASSERT_TRUE(SetNumber(site, value)) << site.path;
      Violations violations;
      CheckParams(*site.message, "", &violations);
      for (const FieldViolation& v : violations.list()) {
        EXPECT_NE(v.path, site.field->is_repeated()
                              ? ElementPath(site.field->name(), 0)
                              : site.field->name())
            << site.path << " " << v.reason;
      }
    }
    site.message->GetReflection()->ClearField(site.message, site.field);
  });
}

TEST(Params, AreWorthTryingWithinTheirRange) {
  VisitAllParams([&](const ParamSite& site) {
    if (!IsNumber(*site.field)) return;
    SCOPED_TRACE(site.path);
    const v1::Param& param = *site.param;
    const auto [low, high] = SoftRange(param);
    EXPECT_LE(param.min(), low);
    EXPECT_LT(low, high);
    EXPECT_LE(high, param.max());
    if (param.required() || param.unset_means_none()) return;
    EXPECT_LE(low, param.default_value());
    EXPECT_LE(param.default_value(), high);
  });
}

TEST(Params, AreWorthTryingEverywhereWhereNothingIsSaid) {
  v1::Param param;
  param.set_min(-2);
  param.set_max(5);
  EXPECT_EQ(SoftRange(param).low, -2);
  EXPECT_EQ(SoftRange(param).high, 5);
  param.set_soft_max(3);
  EXPECT_EQ(SoftRange(param).low, 0);
  EXPECT_EQ(SoftRange(param).high, 3);
}

TEST(Params, RefusesEnumValuesThatAreUnknownOrUnspecified) {
  int fields = 0;
  VisitAllParams([&](const ParamSite& site) {
    if (site.field->cpp_type() != FieldDescriptor::CPPTYPE_ENUM) return;
    SCOPED_TRACE(site.path);
    const auto& r = *site.message->GetReflection();
    r.SetEnumValue(site.message, site.field, 99);
    EXPECT_THAT(ReasonAt(site, site.path).value_or("accepted"),
                HasSubstr("= 99 is not known; set one of "));
    r.SetEnumValue(site.message, site.field, 0);
    EXPECT_THAT(ReasonAt(site, site.path).value_or("accepted"),
                HasSubstr("_UNSPECIFIED is no choice; set one of "));
    r.ClearField(site.message, site.field);
    ++fields;
  });
  EXPECT_GE(fields, 4);
}

TEST(Params, RefusesTooManyElementsAndBytes) {
  VisitAllParams([&](const ParamSite& site) {
    const auto limit = static_cast<int>(site.param->max_items());
    if (limit == 0) return;
    SCOPED_TRACE(site.path);
    const auto& r = *site.message->GetReflection();
    if (site.field->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
      r.SetString(site.message, site.field,
                  std::string(static_cast<size_t>(limit) + 1, 'a'));
    } else {
      for (int i = 0; i <= limit; ++i) {
        if (site.field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
          r.AddMessage(site.message, site.field);
        } else {
          r.AddUInt32(site.message, site.field, 1);
        }
      }
    }
    bool found = false;
    for (const FieldViolation& v : ValidateRecipe(*site.recipe).list()) {
      found |= v.path == site.path &&
               v.reason.find("more than " + std::to_string(limit)) !=
                   std::string::npos;
    }
    EXPECT_TRUE(found);
    r.ClearField(site.message, site.field);
  });
}

TEST(Params, ReportsEveryRequiredFieldThatIsMissing) {
  VisitAllParams([&](const ParamSite& site) {
    if (!site.param->required()) return;
    EXPECT_TRUE(ReasonAt(site, site.path).has_value()) << site.path;
  });
}

TEST(Params, RefusesUnknownFieldsInEveryMessage) {
  VisitAllParams([&](const ParamSite& site) {
    auto* unknown =
        site.message->GetReflection()->MutableUnknownFields(site.message);
    unknown->AddVarint(1234, 1);
    const std::string path =
        site.message == site.recipe
            ? "recipe"
            : site.path.substr(
                  0, site.path.size() - site.field->name().size() - 1);
    EXPECT_THAT(ReasonAt(site, path).value_or("accepted"),
                HasSubstr("holds unknown field 1234"));
    unknown->Clear();
  });
}

TEST(Params, RefusesTextThatIsNotUtf8) {
  v1::Recipe recipe;
  recipe.add_stages()->mutable_creep();
  recipe.set_seed_text("\xc3\x28");
  const Violations v = ValidateRecipe(recipe);
  ASSERT_EQ(v.list().size(), 1u);
  EXPECT_EQ(v.list()[0].path, "seed_text");
  EXPECT_THAT(v.list()[0].reason, HasSubstr("UTF-8"));
}

TEST(Params, FillsEveryDefaultAndNothingElse) {
  VisitAllParams([&](const ParamSite& site) {
    SCOPED_TRACE(site.path);
    std::unique_ptr<Message> filled(site.message->New());
    filled->CopyFrom(*site.message);
    FillDefaults(filled.get());
    const auto& r = *filled->GetReflection();
    const bool left_alone = site.param->required() ||
                            site.param->unset_means_none() ||
                            site.field->message_type() != nullptr ||
                            site.field->real_containing_oneof() != nullptr;
    const bool set = site.field->is_repeated()
                         ? r.FieldSize(*filled, site.field) > 0
                         : r.HasField(*filled, site.field);
    EXPECT_EQ(set, !left_alone);
    if (set && site.field->cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE) {
      EXPECT_EQ(r.GetDouble(*filled, site.field), site.param->default_value());
    }
    if (set && site.field->cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
      EXPECT_EQ(r.GetEnumValue(*filled, site.field),
                site.param->default_value());
    }
  });
}

TEST(Params, KeepsAtMostTwoHundredViolations) {
  v1::Recipe recipe;
  for (int i = 0; i < 64; ++i) {
    auto* group = recipe.add_stages()->mutable_repeat();
    for (int k = 0; k < 10; ++k) group->add_stages();
  }
  const Violations v = ValidateRecipe(recipe);
  EXPECT_EQ(v.list().size(), Violations::kMax);
  EXPECT_THAT(std::string(v.ToStatus().message()), HasSubstr("\nand "));
}

TEST(ParamOptions, AreCompleteAndConsistent) {
  VisitAllParams([](const ParamSite& site) {
    SCOPED_TRACE(site.path);
    const v1::Param& p = *site.param;
    EXPECT_FALSE(p.text().empty());
    EXPECT_EQ(p.text().find('|'), std::string::npos) << "breaks the table";
    const bool number = IsNumber(*site.field);
    const bool choice = site.field->cpp_type() == FieldDescriptor::CPPTYPE_ENUM;
    if (number || choice) {
      EXPECT_LT(p.min(), p.max());
      EXPECT_LT(std::max(std::fabs(p.min()), std::fabs(p.max())), 0x1p53);
      if (!p.required()) {
        EXPECT_LE(p.min(), p.default_value());
        EXPECT_LE(p.default_value(), p.max());
      }
    }
    if (choice) {
      EXPECT_NE(site.field->enum_type()->FindValueByNumber(
                    static_cast<int>(p.default_value())),
                nullptr);
    }
    if (site.field->is_repeated() ||
        site.field->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
      EXPECT_GT(p.max_items(), 0u);
    } else {
      EXPECT_TRUE(site.field->has_presence());
    }
  });
}

TEST(ParamOptions, NameTheUnitThatTheFieldNames) {
  // The longest ending that fits counts.
  constexpr struct {
    const char* ending;
    const char* unit;
  } kUnits[] = {
      {"_m2_per_yr", "m^2/yr"}, {"_m_per_s", "m/s"}, {"_m_per_yr", "m/yr"},
      {"_per_yr", "1/yr"},      {"_per_s", "1/s"},   {"_per_m", "1/m"},
      {"_m2", "m^2"},           {"_m", "m"},         {"_s", "s"},
      {"_deg", "deg"},          {"_years", "yr"}};
  VisitAllParams([&](const ParamSite& site) {
    const std::string& name = site.field->name();
    for (const auto& [ending, unit] : kUnits) {
      if (!name.ends_with(ending)) continue;
      EXPECT_EQ(site.param->unit(), unit) << site.path;
      break;
    }
  });
}

// A number without an option would go unchecked into a stage.
TEST(ParamOptions, StandOnEveryFieldOfEveryProcess) {
  for (int i = 0; i < ProcessOneof().field_count(); ++i) {
    const auto& type = *ProcessOneof().field(i)->message_type();
    EXPECT_FALSE(StageDocOf(*ProcessOneof().field(i)).text().empty())
        << type.name();
    EXPECT_NE(StageDocOf(*ProcessOneof().field(i)).kind(),
              v1::STAGE_KIND_UNSPECIFIED)
        << type.name();
    for (int k = 0; k < type.field_count(); ++k) {
      if (type.field(k)->message_type() != nullptr) continue;
      EXPECT_NE(ParamOf(*type.field(k)), nullptr) << type.field(k)->full_name();
    }
  }
}

TEST(FormatNumber, WritesTheShortestTextThatReadsBack) {
  EXPECT_EQ(FormatNumber(0), "0");
  EXPECT_EQ(FormatNumber(0.1), "0.1");
  EXPECT_EQ(FormatNumber(-1099511627776), "-1099511627776");
  EXPECT_EQ(FormatNumber(1000000), "1000000");
  EXPECT_EQ(FormatNumber(2e-5), "2e-05");
  EXPECT_EQ(FormatNumber(1e300), "1e+300");
}

}  // namespace
}  // namespace talus
