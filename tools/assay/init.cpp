#include <assay/base/error.hpp>
#include <assay/base/text_file.hpp>

#include "verbs.hpp"
#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <string>

namespace assay::tools {
namespace {

struct InitOptions {
  std::filesystem::path folder = ".";
  std::string data;
  std::string dataset = "train/images";
};

/// A TOML basic string: quotes, backslashes and controls escaped.
std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\u{:04X}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string suite_text(const std::string& data, const std::string& dataset) {
  return fmt::format(R"(# What must hold for this data before anyone trains on it. Run it with `assay run`.
# All keys: `assay schema suite.toml`; editors complete them from there.

[data]
train = {}  # a file, or a glob of shards; relative to this file

[expect.first]
data = "train"
dataset = {}  # HDF5 path
rows = ">= 1"
finite = true  # no NaN, no infinity
# shape = ["*", 28, 28]
# dtype = "uint8"
# values = [0, 255]  # every element; {{ in = [0, 255], mostly = 0.999 }} allows some outside
# mean = [60, 90]
# unique = true  # no row stands twice

# Training code, with a recipe in C++: can it learn one batch by heart?
# [memorize.batch]
# recipe = "mlp"
# batch_size = 32
# loss_below = 0.01
# steps = [8, 200]  # both ends count: faster than possible is a fault too
# wall_time = "20s"

# A model: are the hard examples that `assay mine` took into a file still answered right?
# [examples.hard]
# file = "hard.h5"
# predictions = "answers.h5"  # of any program; or recipe = "mlp" with checkpoint = "mlp.h5"
# accuracy = [0.8, 1]
)",
                     toml_string(data), toml_string(dataset));
}

base::ExitCode init_verb(const InitOptions& options) {
  const std::filesystem::path file = options.folder / "suite.toml";
  if (std::filesystem::exists(std::filesystem::symlink_status(file))) {
    throw base::UserError(fmt::format("{}: is there already and stays as it is", file.string()));
  }
  std::string data = options.data.empty() ? "train.h5" : options.data;
  if (!options.data.empty()) {
    data = std::filesystem::proximate(options.data, std::filesystem::absolute(options.folder)).generic_string();
  }
  base::write_file_atomically(file, suite_text(data, options.dataset));
  fmt::print("Wrote {}.\n", file.string());
  if (options.data.empty()) {
    fmt::print("Name your HDF5 file and dataset in it, then: assay run {}\n", options.folder.string());
  } else {
    fmt::print("Next: assay run {}\n", options.folder.string());
  }
  return base::ExitCode::kPassed;
}

}  // namespace

void add_init(CLI::App& app, Invocation& invocation) {
  CLI::App* verb = app.add_subcommand("init", "Write a suite.toml to start from; never over one that is there");
  auto options = std::make_shared<InitOptions>();
  verb->add_option("FOLDER", options->folder, "Where the suite goes; made when missing")->capture_default_str();
  verb->add_option("--data", options->data, "Your HDF5 file");
  verb->add_option("--dataset", options->dataset, "The dataset in it that the first case looks at")
      ->capture_default_str();
  verb->callback([options, &invocation] { invocation.chosen = [options] { return init_verb(*options); }; });
}

}  // namespace assay::tools
