# Sourced by the programs of this folder: builds, and clears what would cripple a native BLAS.
# Sets home, java_home and flags.
home=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
java_home=$("$home/hpl" --java-home)

echo "bench: building ..." >&2
if ! output=$(cd "$home" && JAVA_HOME=$java_home \
  MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED ${MAVEN_OPTS:-}" \
  mvn -B -q -Dstyle.color=never -Pbench -pl run,bench -am -DskipTests package 2>&1); then
  printf '%s\n' "$output" >&2
  exit 1
fi
"$home/hpl" --version >&2

for name in "${!OPENBLAS_@}" "${!GOTO_@}" "${!OMP_@}" "${!MKL_@}" "${!BLIS_@}"; do
  echo "bench: cleared $name=${!name}" >&2
  unset "$name"
done

flags=(--add-modules=jdk.incubator.vector --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)
