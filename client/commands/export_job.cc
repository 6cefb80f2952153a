#include "client/commands/export_job.h"

#include <unistd.h>

#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/output_files.h"
#include "client/pending_file.h"
#include "client/progress_line.h"
#include "client/region_job.h"
#include "client/region_text.h"
#include "client/sea_level.h"
#include "sim/base/format_bytes.h"
#include "sim/base/status_macros.h"

namespace talus {
namespace {

double SecondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
      .count();
}

std::string Describe(const ExportJob& job, const Rect& region, double cell_m) {
  return absl::StrFormat("%s: %d x %d cells of %g m", job.name, region.width(),
                         region.height(), cell_m);
}

absl::Status PrintPlan(const Session& session, RegionSource& source,
                       const RegionQuery& query, const std::string& what) {
  TALUS_ASSIGN_OR_RETURN(const v1::PlanRegionResponse plan,
                         source.Plan(query, session.stop));
  const int64_t rasters = RasterBytes(query);
  absl::FPrintF(session.err, "%s, %s cell-passes in %d window%s, %s%s\n", what,
                FormatCount(static_cast<double>(plan.plan().cell_passes())),
                plan.plan().windows(), plan.plan().windows() == 1 ? "" : "s",
                FormatBytes(plan.plan().memory_bytes() + rasters),
                rasters > 0 ? " with the raster" : "");
  std::fflush(session.err);
  return absl::OkStatus();
}

// Asks for the layers and the cells that the formats need. What cannot be is
// told of the region as it was asked for, without the rim of pictures. Nothing
// of the program outlives this: it may hold as much as the rasters.
absl::Status Prepare(const Session& session, RegionSource& source,
                     const std::string& what, ExportJob& job,
                     LayerSet* values) {
  TALUS_ASSIGN_OR_RETURN(std::shared_ptr<const Program> program,
                         CompileQuery(job.query));
  TALUS_ASSIGN_OR_RETURN(*values, ParseLayers(job.layers, program->layers()));
  TALUS_RETURN_IF_ERROR(CheckOutputs(
      job.folder, OutputFiles(job.name, job.formats, *values), job.inputs));
  RegionRequest& request = job.query.request;
  request.layers = LayersFor(job.formats, *values, program->layers());
  program.reset();
  TALUS_RETURN_IF_ERROR(source.Plan(job.query, session.stop).status());
  request.region = RegionFor(job.formats, request.region, request.level);
  return PrintPlan(session, source, job.query, what);
}

absl::StatusOr<FinishedRegion> Make(const Session& session,
                                    RegionSource& source, const ExportJob& job,
                                    int64_t memory_bytes) {
  const bool is_terminal = isatty(fileno(session.err)) != 0;
  ProgressLine progress(session.err, is_terminal, job.name);
  // The region may take a half of the memory beside the work itself.
  return MakeRegion(
      source, job.query, memory_bytes / 2, job.folder, session.stop,
      [&](int64_t done, int64_t total) { progress.Update(done, total); });
}

}  // namespace

absl::StatusOr<ExportReport> RunExport(const Session& session,
                                       const SourceFlags& flags,
                                       ExportJob job) {
  const int64_t rasters = RasterBytes(job.query);
  TALUS_ASSIGN_OR_RETURN(std::unique_ptr<RegionSource> source,
                         flags.Make(rasters));
  TALUS_ASSIGN_OR_RETURN(const EngineOptions engine, flags.Options(rasters));
  const RegionRequest& request = job.query.request;
  const Rect region = request.region;
  const double cell_m = job.query.recipe.recipe.cell_size_m() *
                        static_cast<double>(int64_t{1} << request.level);
  const std::string what = Describe(job, region, cell_m);
  LayerSet values;
  TALUS_RETURN_IF_ERROR(Prepare(session, *source, what, job, &values));
  TALUS_RETURN_IF_ERROR(MakeFolder(job.folder));
  RemoveAbandoned(job.folder);

  const auto begin = std::chrono::steady_clock::now();
  TALUS_ASSIGN_OR_RETURN(const FinishedRegion finished,
                         Make(session, *source, job, engine.memory_bytes));
  source.reset();  // an engine's caches and spare memory make room for files
  ExportReport report;
  report.making_s = SecondsSince(begin);
  report.cell_passes =
      static_cast<int64_t>(finished.result.summary.cell_passes());

  ExportOptions options;
  options.folder = job.folder;
  options.name = job.name;
  options.formats = job.formats;
  options.layers = values;
  options.region = region;
  options.georeference =
      job.raster ? RasterGeoreference(*job.raster, region, request.level)
                 : WorldGeoreference(region, cell_m);
  options.nodata = job.nodata;
  options.caption = what;
  options.tint_m = job.tint_m;
  options.sea_m = SeaLevelOf(job.query.recipe.recipe);
  options.z_factor = job.z_factor;
  TALUS_ASSIGN_OR_RETURN(
      report.paths, WriteRegion(finished, job.query, options, session.stop));
  report.writing_s = SecondsSince(begin) - report.making_s;
  return report;
}

void PrintReport(const Session& session, const ExportReport& report) {
  for (const std::string& path : report.paths) {
    absl::FPrintF(session.out, "%s\n", path);
  }
  absl::FPrintF(
      session.err, "made in %.1f s (%s cell-passes/s), written in %.1f s\n",
      report.making_s,
      FormatCount(static_cast<double>(report.cell_passes) / report.making_s),
      report.writing_s);
}

}  // namespace talus
