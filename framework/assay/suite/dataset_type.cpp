#include <assay/config/plain_types.hpp>
#include <assay/config/table_type.hpp>
#include <assay/suite/detail/dataset_type.hpp>

#include <fmt/format.h>

namespace assay::suite::detail {

using config::Node;
using config::Reader;

config::Type<DatasetReference> dataset_path_type() {
  return config::text("the path of a dataset")
      .then([](const std::string& path, const Node& node, Reader& reader) -> std::optional<DatasetReference> {
        auto parsed = parse_dataset_reference(path);
        if (!parsed) {
          reader.report(node.position, fmt::format("{}: {}", reader.subject(), parsed.error()));
          return std::nullopt;
        }
        return std::move(*parsed);
      });
}

config::Type<DatasetReference> dataset_reference_type() {
  const std::string what = "a dataset, as \"path in the same data\" or { data = ..., dataset = ... }";
  return config::either<DatasetReference>(
      what,
      {dataset_path_type(), config::Table<DatasetReference>(what)
                                .key("data", "a name under [data], or a file", data_type(), &DatasetReference::data)
                                .key("dataset", "path of the dataset in that data", dataset_path_type(),
                                     [](DatasetReference& to, DatasetReference path) {
                                       to.dataset = std::move(path.dataset);
                                       to.slices = std::move(path.slices);
                                     })
                                .required()
                                .type()});
}

config::Type<std::string> data_type() { return config::reference_to(kDataCategory, "a name under [data] or a file"); }

}  // namespace assay::suite::detail
