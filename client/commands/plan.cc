#include <algorithm>

#include "absl/strings/str_format.h"
#include "client/commands/command.h"
#include "client/commands/flags.h"
#include "client/message_json.h"
#include "client/progress_line.h"
#include "client/region_job.h"
#include "client/region_text.h"
#include "sim/base/format_bytes.h"
#include "sim/base/status_macros.h"

namespace talus {
namespace {

class Plan : public Command {
 public:
  explicit Plan(CLI::App* app) : Command(app) {
    recipe_.Add(*app, "Preset, or path of a recipe (textproto or JSON)");
    region_.Add(*app);
    app->add_option("--layers", layers_, "Layers, as for generate")
        ->capture_default_str();
    app->add_flag("--json", json_, "JSON form of talus.v1.PlanRegionResponse");
    source_.Add(*app);
  }

  absl::Status Run(const Session& session) override {
    TALUS_ASSIGN_OR_RETURN(const EngineOptions options, source_.Options());
    TALUS_ASSIGN_OR_RETURN(RecipeFlags::Choice choice,
                           recipe_.Load(session, options.memory_bytes));
    TALUS_ASSIGN_OR_RETURN(const std::unique_ptr<RegionSource> source,
                           source_.Make(RasterBytes(choice.query)));
    TALUS_ASSIGN_OR_RETURN(const auto program, CompileQuery(choice.query));
    RegionRequest& request = choice.query.request;
    TALUS_RETURN_IF_ERROR(region_.Fill(*program, request));
    TALUS_ASSIGN_OR_RETURN(request.layers,
                           ParseLayers(layers_, program->layers()));
    TALUS_ASSIGN_OR_RETURN(const v1::PlanRegionResponse plan,
                           source->Plan(choice.query, session.stop));
    if (json_) return PrintJson(session, plan);
    PrintTable(session, choice, program->cell_m(request.level), plan);
    return absl::OkStatus();
  }

 private:
  static absl::Status PrintJson(const Session& session,
                                const v1::PlanRegionResponse& plan) {
    TALUS_ASSIGN_OR_RETURN(const std::string json, MessageToJson(plan));
    std::fputs(json.c_str(), session.out);
    return absl::OkStatus();
  }

  static void PrintTable(const Session& session,
                         const RecipeFlags::Choice& choice, double cell_m,
                         const v1::PlanRegionResponse& response) {
    const RegionRequest& request = choice.query.request;
    const v1::RegionPlan& plan = response.plan();
    const Rect& r = request.region;
    const auto cell_passes = static_cast<double>(plan.cell_passes());
    const auto core = static_cast<double>(plan.core_cell_passes());
    std::FILE* out = session.out;
    absl::FPrintF(out, "recipe  %s, digest %s, engine version %d\n",
                  choice.name, plan.recipe_digest(), plan.engine_version());
    absl::FPrintF(out,
                  "region  %d x %d cells of %g m from (%d, %d), level %d\n",
                  r.width(), r.height(), cell_m, r.x0, r.y0, request.level);
    absl::FPrintF(
        out,
        "cost    %s cell-passes, %.2f times those of the region's own "
        "cells\n",
        FormatCount(cell_passes), core > 0 ? cell_passes / core : 1.0);
    const auto rasters = RasterBytes(choice.query);
    absl::FPrintF(out, "memory  %s%s, in %d window%s; %d tiles\n\n",
                  FormatBytes(plan.memory_bytes() + rasters),
                  rasters > 0 ? " with the rasters" : "", plan.windows(),
                  plan.windows() == 1 ? "" : "s", response.tiles());
    size_t width = 5;
    for (const v1::StageCost& row : plan.stages()) {
      width = std::max(width, row.path().size());
    }
    absl::FPrintF(out,
                  "%-*s  level  passes  halo   reach  cell-passes     memory\n",
                  width, "stage");
    for (const v1::StageCost& row : plan.stages()) {
      absl::FPrintF(out, "%-*s  %5d  %6d  %4d  %6d  %11s  %9s\n", width,
                    row.path(), row.level(), row.passes(), row.halo_cells(),
                    row.passes() * row.halo_cells(),
                    FormatCount(static_cast<double>(row.cell_passes())),
                    FormatBytes(row.memory_bytes()));
    }
  }

  RecipeFlags recipe_;
  RegionFlags region_;
  std::string layers_ = "height";
  bool json_ = false;
  SourceFlags source_;
};

}  // namespace

std::unique_ptr<Command> AddPlan(CLI::App& root) {
  return std::make_unique<Plan>(root.add_subcommand(
      "plan", "Says what a region costs, stage by stage; does no work"));
}

}  // namespace talus
