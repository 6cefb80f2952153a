#include "client/commands/command.h"
#include "client/commands/export_job.h"
#include "client/commands/flags.h"
#include "client/region_job.h"
#include "sim/base/status_macros.h"

namespace talus {
namespace {

class Generate : public Command {
 public:
  explicit Generate(CLI::App* app) : Command(app) {
    recipe_.Add(*app, "Preset, or path of a recipe (textproto or JSON)");
    region_.Add(*app);
    output_.Add(*app);
    source_.Add(*app);
  }

  absl::Status Run(const Session& session) override {
    ExportJob job;
    TALUS_ASSIGN_OR_RETURN(const EngineOptions options, source_.Options());
    TALUS_ASSIGN_OR_RETURN(RecipeFlags::Choice choice,
                           recipe_.Load(session, options.memory_bytes));
    TALUS_RETURN_IF_ERROR(output_.Fill(choice.name, job));
    job.query = std::move(choice.query);
    job.inputs = std::move(choice.inputs);
    TALUS_ASSIGN_OR_RETURN(auto program, CompileQuery(job.query));
    TALUS_RETURN_IF_ERROR(region_.Fill(*program, job.query.request));
    program.reset();  // may hold as much as the rasters
    TALUS_ASSIGN_OR_RETURN(const ExportReport report,
                           RunExport(session, source_, std::move(job)));
    PrintReport(session, report);
    return absl::OkStatus();
  }

 private:
  RecipeFlags recipe_;
  RegionFlags region_;
  OutputFlags output_;
  SourceFlags source_;
};

}  // namespace

std::unique_ptr<Command> AddGenerate(CLI::App& root) {
  return std::make_unique<Generate>(root.add_subcommand(
      "generate", "Makes a region of a recipe and writes its files"));
}

}  // namespace talus
