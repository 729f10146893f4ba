#pragma once

#include <hdf5.h>

#include <utility>

namespace assay::hdf5::detail {

/// Owns one reference to an HDF5 object of any type (file, dataset, type, space, property list, ...).
class Id {
 public:
  Id() noexcept = default;
  /// Takes what an HDF5 call returned; negative values mean "none".
  explicit Id(hid_t value) noexcept : value_(value) {}
  ~Id() { reset(); }
  Id(Id&& other) noexcept : value_(std::exchange(other.value_, H5I_INVALID_HID)) {}
  Id& operator=(Id&& other) noexcept {
    if (this != &other) {
      reset();
      value_ = std::exchange(other.value_, H5I_INVALID_HID);
    }
    return *this;
  }
  Id(const Id&) = delete;
  Id& operator=(const Id&) = delete;

  [[nodiscard]] hid_t get() const noexcept { return value_; }
  explicit operator bool() const noexcept { return value_ >= 0; }
  /// Gives the reference up without dropping it.
  [[nodiscard]] hid_t release() noexcept { return std::exchange(value_, H5I_INVALID_HID); }
  void reset() noexcept {
    if (value_ >= 0) {
      H5Idec_ref(std::exchange(value_, H5I_INVALID_HID));
    }
  }

 private:
  hid_t value_ = H5I_INVALID_HID;
};

}  // namespace assay::hdf5::detail
