package hplhetero.blas.host.nativeblas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.Diagonal;
import hplhetero.blas.KernelException;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.Side;
import hplhetero.blas.Transpose;
import hplhetero.blas.Triangle;
import hplhetero.blas.environment.CacheFolder;
import hplhetero.blas.host.netlibjava.NetlibProvider;
import hplhetero.blas.host.vector.VectorProvider;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.Needs;
import hplhetero.testing.Slow;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.incubator.vector.DoubleVector;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Slow
class NativeProviderTest {
    /** The bundled libraries, unpacked once. */
    @TempDir
    private static Path unpacked;
    private static List<String> names;

    @TempDir
    Path folder;

    @BeforeAll
    static void unpack() throws IOException {
        names = BundledOpenBlas.ofThisMachine().unpack(unpacked);
    }

    /** Copies the unpacked libraries. */
    private static void copyTo(Path folder) throws IOException {
        for (String name : names) {
            Files.copy(unpacked.resolve(name), Files.createDirectories(folder).resolve(name));
        }
    }

    @Test
    void shouldLoadTheLibraryAUserNames() {
        for (String name : names) {
            BlasLibrary.open(unpacked.resolve(name));
        }
        Path library = unpacked.resolve("libopenblas_h.so");
        DenseKernels kernels = new NativeProvider().load(Optional.of(library));
        assertThat(kernels.description()).startsWith("OpenBLAS 0.3.").contains(library.toString()).doesNotContain("packed");
        assertThat(twoTimesThree(kernels)).isEqualTo(6);
    }

    @Test
    void shouldSayWhichFileIsMissing() {
        assertThatThrownBy(() -> new NativeProvider().load(Optional.of(folder.resolve("libnone.so"))))
                .isInstanceOf(KernelException.class).hasMessageContaining("not found")
                .hasMessageContaining("libnone.so");
    }

    @Test
    void shouldGiveTheLoadersReasonForAFileThatIsNoLibrary() throws IOException {
        Path junk = Files.writeString(folder.resolve("junk.so"), "no library");
        assertThatThrownBy(() -> new NativeProvider().load(Optional.of(junk))).isInstanceOf(KernelException.class)
                .hasMessageContaining("library=" + junk).hasMessageContaining("file too short");
    }

    @Test
    void shouldSayThatALibraryHasNoCblas() {
        assertThatThrownBy(() -> new NativeProvider().load(Optional.of(Path.of("libm.so.6"))))
                .isInstanceOf(KernelException.class).hasMessageContaining("no cblas_dgemm")
                .hasMessageContaining("libm.so.6");
    }

    @Test
    void shouldUnpackAgainWhatIsNotWhole() throws IOException {
        BundledOpenBlas bundled = BundledOpenBlas.ofThisMachine();
        copyTo(folder);
        Path library = folder.resolve("libopenblas_h.so");
        long whole = Files.size(library);
        Files.write(library, new byte[1000]);
        assertThat(bundled.unpack(folder)).isEqualTo(names).last().isEqualTo("libopenblas_h.so");
        assertThat(library).hasSize(whole);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.filter(file -> !file.toString().endsWith(".lock"))).hasSameSizeAs(names);
        }
    }

    @Test
    void shouldLoadWithoutAUsableCacheFolder() throws IOException {
        Path file = Files.writeString(folder.resolve("a-file"), "in the way");
        BundledOpenBlas.Loaded loaded = BundledOpenBlas.ofThisMachine().load(file.resolve("cache"));
        assertThat(loaded.library().find("cblas_dgemm")).isPresent();
        assertThat(loaded.library().file()).doesNotExist();
        assertThat(loaded.note()).hasValueSatisfying(note -> assertThat(note).contains("unpacked at each start", file.toString()));
    }

    @Test
    void shouldUnpackAgainWhatIsDamagedBeforeTheLoaderMeetsIt() throws Exception {
        Map<String, String> cache = Map.of("XDG_CACHE_HOME", folder.toString());
        String whole = saidBy(Report.class, cache);
        Path library = library(whole);
        try (RandomAccessFile file = new RandomAccessFile(library.toFile(), "rw")) {
            long length = file.length();
            file.setLength(4096);
            file.setLength(length);
        }
        assertThat(saidBy(Report.class, cache)).isEqualTo(whole);
        assertThat(Files.mismatch(library, unpacked.resolve("libopenblas_h.so"))).isEqualTo(-1);
    }

    private static Path library(String report) {
        return Path.of(report.replaceAll("(?s).*?(/\\S*/libopenblas_h\\.so).*", "$1"));
    }

    @Test
    void shouldNotLoadWhatALinkLeadsTo() throws IOException {
        BundledOpenBlas bundled = BundledOpenBlas.ofThisMachine();
        Path folder = this.folder.resolve("libraries");
        copyTo(folder);
        Path library = folder.resolve("libopenblas_h.so");
        Path elsewhere = Files.move(library, this.folder.resolve("elsewhere"));
        Files.createSymbolicLink(library, elsewhere);
        bundled.unpack(folder);
        assertThat(library).isRegularFile().satisfies(file -> assertThat(Files.isSymbolicLink(file)).isFalse());
    }

    @Test
    void shouldLoadNothingFromAFolderOfOthers() throws IOException {
        BundledOpenBlas bundled = BundledOpenBlas.ofThisMachine();
        bundled.load(folder);
        Path libraries;
        try (Stream<Path> made = Files.list(folder)) {
            libraries = made.findFirst().orElseThrow();
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(libraries))).isEqualTo("rwx------");
        for (String others : List.of("rwxrwxrwx", "rwxrwx---", "rwx----w-")) {
            Files.setPosixFilePermissions(libraries, PosixFilePermissions.fromString(others));
            assertLoadedFromElsewhere(bundled.load(folder), libraries + " can be changed by others: remove it");
        }
        Files.setPosixFilePermissions(libraries, PosixFilePermissions.fromString("rwx------"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertLoadedFromElsewhere(bundled.load(folder), folder + " can be changed by others: chmod go-w it");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        Files.move(libraries, folder.resolve("elsewhere"));
        Files.createSymbolicLink(libraries, folder.resolve("elsewhere"));
        assertLoadedFromElsewhere(bundled.load(folder), libraries + " is a link");
    }

    private void assertLoadedFromElsewhere(BundledOpenBlas.Loaded loaded, String why) {
        assertThat(loaded.library().file()).doesNotExist().satisfies(file -> assertThat(file.startsWith(folder)).isFalse());
        assertThat(loaded.note()).hasValueSatisfying(note -> assertThat(note).contains("unpacked at each start", why).doesNotContain("\n"));
    }

    /** Only root can make what belongs to somebody else. */
    @Needs(Component.ROOT)
    @Test
    void shouldLoadNothingThatBelongsToSomebodyElse() throws IOException {
        BundledOpenBlas bundled = BundledOpenBlas.ofThisMachine();
        Path libraries = folder.resolve("libraries");
        copyTo(libraries);
        Path library = libraries.resolve("libopenblas_h.so");
        Files.setAttribute(library, "unix:uid", 65534);
        bundled.unpack(libraries);
        assertThat(Files.getAttribute(library, "unix:uid")).isEqualTo(0);
        Files.setAttribute(libraries, "unix:uid", 65534);
        assertThatThrownBy(() -> bundled.unpack(libraries)).isInstanceOf(IOException.class).hasMessageContaining("belongs to another user");
    }

    /** The digests of another platform's libraries are those of its jar, too. */
    @ParameterizedTest
    @ValueSource(strings = {"linux-x86_64", "linux-arm64"})
    void shouldKnowEveryLibraryThatItCarries(String platform) throws IOException {
        List<String> names = new BundledOpenBlas(platform, "1", getClass().getClassLoader()).unpack(folder);
        for (String name : List.of("libgcc_s.so.1", "libquadmath.so.0", "libgfortran.so.5", "libopenblas.so.0")) {
            boolean carried = getClass().getClassLoader().getResource("org/bytedeco/openblas/" + platform + "/" + name) != null;
            assertThat(names.contains(name.replace("libopenblas.so.0", "libopenblas_h.so"))).as(name).isEqualTo(carried);
        }
    }

    @Needs(Component.SYSTEM_OPENBLAS)
    @Test
    void shouldLoadTogetherWithTheSystemsOpenBlas() throws Exception {
        String output = saidBy(BothOpenBlas.class, Map.of());
        assertThat(output).as("the system's OpenBLAS (Debian: libopenblas0-pthread) as libblas.so.3")
                .contains("JNI to libblas.so.3", "libopenblas_h.so", "libopenblasp-r");
        assertThat(output).contains("every x = 1");
    }

    /** Runs in a process of its own, where the bundled library is the first. */
    static final class BothOpenBlas {
        public static void main(String[] args) throws IOException {
            new NativeProvider().load(Optional.empty());
            DenseKernels system = new NetlibProvider().load(Optional.empty());
            System.out.println(system.description());
            Files.readAllLines(Path.of("/proc/self/maps")).stream().filter(line -> line.contains("openblas")).forEach(System.out::println);
            int n = 384;
            try (Arena arena = Arena.ofConfined()) {
                MatrixRef a = new MatrixRef(arena.allocate(8L * n * n, 8), 0, n, n, n);
                MatrixRef x = new MatrixRef(arena.allocate(8L * n * n, 8), 0, n, n, n);
                for (int j = 0; j < n; j++) {
                    for (int i = 0; i < n; i++) {
                        a.set(i, j, i >= j ? 1 : 0);
                        x.set(i, j, i + 1);
                    }
                }
                system.dtrsm(Side.LEFT, Triangle.LOWER, Transpose.NO, Diagonal.UNIT, 1, a, x);
                boolean ones = IntStream.range(0, n * n).allMatch(k -> x.get(k % n, k / n) == 1);
                System.out.println(ones ? "every x = 1" : "wrong x");
            }
        }
    }

    @Test
    void shouldSayThatAPlatformIsNotBundled() {
        BundledOpenBlas none = new BundledOpenBlas("linux-riscv64", "1", getClass().getClassLoader());
        assertThatThrownBy(() -> none.load(folder)).isInstanceOf(KernelException.class)
                .hasMessageContaining("platform=linux-riscv64").hasMessageContaining("--blas-lib");
    }

    @Test
    void shouldCarryTheLibrariesOfBothProcessorFamilies() {
        for (String platform : List.of("linux-x86_64", "linux-arm64")) {
            assertThat(getClass().getClassLoader().getResource("org/bytedeco/openblas/" + platform + "/libopenblas.so.0"))
                    .as(platform).isNotNull();
        }
        assertThat(BundledOpenBlas.platform("Linux", "aarch64")).isEqualTo("linux-arm64");
        assertThat(BundledOpenBlas.platform("Linux", "amd64")).isEqualTo("linux-x86_64");
        assertThat(BundledOpenBlas.platform("Mac OS X", "aarch64")).isEqualTo("mac-arm64");
    }

    @Test
    void shouldClearAndReportVariablesThatCrippleTheLibrary() throws Exception {
        String output = saidBy(Report.class, Map.of("OPENBLAS_VERBOSE", "2", "OPENBLAS_CORETYPE", "Prescott"));
        assertThat(output).contains("OPENBLAS_CORETYPE=Prescott cleared", "OPENBLAS_VERBOSE=2 cleared")
                .contains(new NativeProvider().load(Optional.empty()).description());
    }

    @ParameterizedTest
    @Daily(3)
    @ValueSource(strings = {"Nehalem", "Sandybridge", "Haswell", "Zen", "SkylakeX", "Cooperlake"})
    void shouldPackPanelsWithTheKernelsOfEveryCore(String core) throws Exception {
        // a core of another architecture the library replaces by this machine's; of its own it believes what it is told, and dies by SIGILL
        assumeTrue(!Set.of("SkylakeX", "Cooperlake").contains(core) || DoubleVector.SPECIES_MAX.length() >= 8, "no AVX-512 here");
        assertThat(saidBy(Packs.class, Map.of("OPENBLAS_CORETYPE", core))).contains(": true", "all deep products right");
    }

    /** Their kernels are in the library too, and were right in every small product. */
    @ParameterizedTest
    @Daily(3)
    @ValueSource(strings = {"Prescott", "Core2", "Barcelona"})
    void shouldUpdateByCblasOnACoreThatNobodyHasLookedAt(String core) throws Exception {
        assertThat(saidBy(Packs.class, Map.of("OPENBLAS_CORETYPE", core))).contains(core + ": false", "all deep products right");
        assertThat(OpenBlasKernel.maxDepth(core)).isEmpty();
    }

    /** What a program says in a process of its own, which is over before the optimising compiler would help it. */
    private static String saidBy(Class<?> program, Map<String, String> environment) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED",
                "-cp", System.getProperty("java.class.path"), program.getName());
        builder.environment().putAll(environment);
        Process child = builder.redirectErrorStream(true).start();
        String output = new String(child.getInputStream().readAllBytes());
        assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return output;
    }

    /** Runs in a process of its own, whose OPENBLAS_CORETYPE is kept. */
    static final class Packs {
        public static void main(String[] args) {
            BlasLibrary library = BundledOpenBlas.ofThisMachine().load(CacheFolder.ofUser()).library();
            String core = new LibraryControl(library).core().orElseThrow();
            Optional<OpenBlasKernel> kernel = OpenBlasKernel.of(library, core);
            System.out.println(core + ": " + kernel.isPresent());
            DenseKernels kernels = new NativeKernels(Cblas.of(library), kernel, core, List.of());
            boolean right = IntStream.of(128, 168, 256, 320, 400, 512).allMatch(depth -> isDepthSubtracted(kernels, depth));
            System.out.println(right ? "all deep products right" : "wrong product");
        }

        /** With L1 = I, L2 of ones and rows 1, 2, 3, ... of U each element of A = 0 loses their sum. */
        private static boolean isDepthSubtracted(DenseKernels kernels, int depth) {
            int m = 100;
            int w = 60;
            try (Arena arena = Arena.ofConfined()) {
                MatrixRef l1 = new MatrixRef(arena.allocate(8L * depth * depth, 64), 0, depth, depth, depth);
                MatrixRef l2 = filled(arena, m, depth, 1);
                MatrixRef at = filled(arena, w, m, 0);
                PanelUpdate update = kernels.panelUpdate(m, w, depth, 1, arena);
                int packs = update.begin(l1, l2, arena.allocate(kernels.packedBytes(m, depth) + PanelUpdate.READ_AHEAD, 64));
                IntStream.range(0, packs).forEach(task -> update.pack(0, task));
                for (int row = 0; row < depth; row++) {
                    update.load(0, row, 0, filled(arena, w, 1, row + 1.0).address(), w);
                }
                update.solve(0, 0, w);
                update.multiply(0, 0, 0, at);
                return IntStream.range(0, w * m).allMatch(k -> at.get(k % w, k / w) == -depth * (depth + 1) / 2);
            }
        }

        private static MatrixRef filled(Arena arena, int rows, int cols, double value) {
            MatrixRef matrix = new MatrixRef(arena.allocate(8L * rows * cols, 64), 0, rows, cols, rows);
            matrix.segment().asSlice(0, 8L * rows * cols).elements(ValueLayout.JAVA_DOUBLE)
                    .forEach(e -> e.set(ValueLayout.JAVA_DOUBLE, 0, value));
            return matrix;
        }
    }

    @Test
    void shouldDoWithoutTheKernelsOfALibraryThatHidesThem() {
        assertThat(OpenBlasKernel.of(BlasLibrary.open(Path.of("libm.so.6")), "Haswell")).isEmpty();
    }

    @Test
    void shouldSolveUByTheVectorKernelsInPanelsThatItSays() {
        DenseKernels kernels = new NativeProvider().load(Optional.empty());
        assertThat(kernels.description()).contains("U solved by our vector kernels for NB >= 128");
        DenseKernels vector = new VectorProvider().load(Optional.empty());
        assertThat(Arrays.equals(solved(kernels, 128), solved(vector, 128))).isTrue();
        // a library sums up in another order
        assertThat(Arrays.equals(solved(kernels, 127), solved(vector, 127))).isFalse();
    }

    /** U of a panel with a full triangle, all rows. */
    private static double[] solved(DenseKernels kernels, int nb) {
        int w = 48;
        try (Arena arena = Arena.ofConfined()) {
            MatrixRef l1 = Packs.filled(arena, nb, nb, 0);
            MatrixRef row = Packs.filled(arena, w, 1, 0);
            MatrixRef u = Packs.filled(arena, w, nb, 0);
            IntStream.range(0, nb * nb).forEach(k -> l1.set(k % nb, k / nb, 1 / (3.0 + k % 101)));
            PanelUpdate update = kernels.panelUpdate(w, w, nb, 1, arena);
            int packs = update.begin(l1, Packs.filled(arena, w, nb, 1), arena.allocate(kernels.packedBytes(w, nb) + PanelUpdate.READ_AHEAD,
                    64));
            IntStream.range(0, packs).forEach(task -> update.pack(0, task));
            for (int i = 0; i < nb; i++) {
                int of = i;
                IntStream.range(0, w).forEach(j -> row.set(j, 0, 1 / (7.0 + of + 3 * j)));
                update.load(0, i, 0, row.address(), w);
            }
            update.solve(0, 0, w);
            IntStream.range(0, nb).forEach(i -> update.store(0, i, 0, u.address() + 8L * w * i, w));
            return u.segment().asSlice(0, 8L * w * nb).toArray(ValueLayout.JAVA_DOUBLE);
        }
    }

    /** Runs in a process of its own. */
    static final class Report {
        public static void main(String[] args) {
            DenseKernels kernels = new NativeProvider().load(Optional.empty());
            kernels.notes().forEach(System.out::println);
            System.out.println(kernels.description());
        }
    }

    private static double twoTimesThree(DenseKernels kernels) {
        try (Arena arena = Arena.ofConfined()) {
            MatrixRef all = new MatrixRef(arena.allocate(24, 8), 0, 1, 3, 1);
            all.set(0, 0, 2);
            all.set(0, 1, 3);
            MatrixRef product = all.window(0, 2, 1, 1);
            kernels.dgemm(Transpose.NO, Transpose.NO, 1, all.window(0, 0, 1, 1), all.window(0, 1, 1, 1), 0, product);
            return product.get(0, 0);
        }
    }
}
