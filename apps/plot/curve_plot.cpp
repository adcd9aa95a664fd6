#include "apps/plot/curve_plot.h"

#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "apps/exit_status.h"

namespace trenza::apps {

namespace {

constexpr std::array<const char*, 6> kCurveColours{"#b2182b", "#2166ac", "#1b7837", "#e08214", "#762a83", "#666666"};

/// A folder that goes with the object.
class WorkFolder {
 public:
  WorkFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "trenza_plot_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw UsageError("--plot: no temporary folder can be made at " + name);
    path_ = name;
  }
  ~WorkFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  std::filesystem::path file(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// Runs gnuplot with one argument; its exit status, or 127 if it is not there.
int run_gnuplot(const std::string& argument) {
  std::string program = "gnuplot";
  std::string word = argument;
  std::array<char*, 3> words{program.data(), word.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", 1, 0);
  pid_t process = 0;
  const int failed = posix_spawnp(&process, program.c_str(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  constexpr int kAbsent = 127;
  if (failed != 0) return kAbsent;
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

std::string gnuplot_text(const std::string& text) {
  std::string result = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') result += '\\';
    result += letter;
  }
  return result + "\"";
}

std::string panel_script(const Panel& panel, std::size_t number) {
  std::string data;
  std::string plot;
  for (std::size_t i = 0; i < panel.curves.size(); ++i) {
    const Curve& curve = panel.curves[i];
    data += fmt::format("$p{}c{} << EOD\n", number, i);
    for (const Point& point : curve.points) data += fmt::format("{} {}\n", point.x, point.y);
    data += "EOD\n";
    plot += fmt::format("{}$p{}c{} using 1:2 with linespoints lw 1.5 dt {} pt 7 ps 0.4 lc rgb \"{}\" title {}",
                        i == 0 ? "plot " : ", \\\n     ", number, i, 1 + i / kCurveColours.size(),
                        kCurveColours[i % kCurveColours.size()], gnuplot_text(curve.title));
  }
  return fmt::format("{}set title {}\nset xlabel {}\nset ylabel {}\n{}\n", data, gnuplot_text(panel.title),
                     gnuplot_text(panel.x_label), gnuplot_text(panel.y_label), plot);
}

}  // namespace

std::string gnuplot_script(const std::vector<Panel>& panels, const std::string& output) {
  constexpr int kWidth = 620;
  constexpr int kHeight = 400;
  const bool pair = panels.size() > 1;
  const std::size_t rows = (panels.size() + 1) / 2;
  std::string script =
      fmt::format("set terminal svg noenhanced size {},{} font \"sans-serif,12\" background \"white\"\nset output {}\n",
                  pair ? 2 * kWidth : kWidth, kHeight * static_cast<int>(rows), gnuplot_text(output));
  script += "set encoding utf8\nset grid lc rgb \"#dddddd\"\nset key top left\nset offsets graph 0, 0, 0.1, 0\n";
  if (pair) script += fmt::format("set multiplot layout {},2\n", rows);
  for (std::size_t i = 0; i < panels.size(); ++i) script += panel_script(panels[i], i);
  if (pair) script += "unset multiplot\n";
  return script;
}

void check_gnuplot() {
  if (run_gnuplot("--version") != 0)
    throw UsageError("--plot: curves are drawn by gnuplot, which is not installed; install the package gnuplot-nox");
}

std::string curves_svg(const std::vector<Panel>& panels) {
  check_gnuplot();
  const WorkFolder folder;
  const std::filesystem::path output = folder.file("curves.svg");
  const std::filesystem::path script = folder.file("curves.gp");
  std::ofstream(script) << gnuplot_script(panels, output.string());
  if (run_gnuplot(script.string()) != 0) throw UsageError("--plot: gnuplot failed to draw the curves");
  std::ostringstream text;
  text << std::ifstream(output).rdbuf();
  return text.str();
}

}  // namespace trenza::apps
