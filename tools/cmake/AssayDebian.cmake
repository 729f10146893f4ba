# `cmake --workflow --preset deb` makes build/deb/assay_<version>_<architecture>.deb: the programs, and what a project needs
# to build its own tests. Without LibTorch: what needs it is installed as sources.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME assay)
set(CPACK_PACKAGE_VENDOR "The Assay authors")
set(CPACK_PACKAGE_CONTACT "The Assay authors <assay@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "unit-test runner for machine learning: data, training code and models")
set(CPACK_PACKAGE_DESCRIPTION "Tests data in HDF5 files, training code in C++ and the answers of models, from one TOML file
or from GoogleTest fixtures, and runs each case in a guarded process. Holds the programs, the libraries,
and the sources that a project compiles with its own GoogleTest and LibTorch.")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# What the programs load is asked of dpkg-shlibdeps (package dpkg-dev).
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Only who builds tests in C++ needs these; suites of TOML alone run without.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, cmake (>= 3.25), ninja-build | make, libgtest-dev, libfmt-dev, libhdf5-dev, \
libdeflate-dev, libpng-dev, libtbb-dev, libssl-dev, libexpected-dev, nlohmann-json3-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "git, python3-h5py")
include(CPack)
