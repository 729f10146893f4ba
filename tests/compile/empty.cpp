// Sources of targets that are never built (see CMakeLists.txt).
