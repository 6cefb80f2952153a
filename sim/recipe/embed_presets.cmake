# Writes OUTPUT, a C++ source that defines PresetFiles() with the content of FILES (a list joined by commas).
# Run as: cmake -DOUTPUT=<file> -DFILES=<file,file> -P embed_presets.cmake
string(REPLACE "," ";" files "${FILES}")
set(rows "")
foreach(file IN LISTS files)
  get_filename_component(stem "${file}" NAME_WE)
  file(READ "${file}" text)
  string(APPEND rows "    {\"${stem}\", R\"preset(${text})preset\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"sim/recipe/preset_files.h\"

namespace talus {
namespace {

constexpr PresetFile kFiles[] = {
${rows}};

}  // namespace

absl::Span<const PresetFile> PresetFiles() { return kFiles; }

}  // namespace talus
")
