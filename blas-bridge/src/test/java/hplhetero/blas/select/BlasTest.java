package hplhetero.blas.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.blas.KernelException;
import hplhetero.blas.KernelProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlasTest {
    @TempDir
    Path folder;

    @Test
    void shouldFindTheProvidersByTheirNames() {
        assertThat(Blas.providers()).extracting(KernelProvider::name).contains("native", "netlib", "reference");
        assertThat(Blas.providers()).allSatisfy(p -> assertThat(p.summary()).isNotBlank());
    }

    @Test
    void shouldLoadTheProviderAUserNames() {
        for (KernelProvider provider : Blas.providers()) {
            BlasChoice choice = Blas.select(provider.name(), options());
            assertThat(choice.kernels().name()).isEqualTo(provider.name());
            assertThat(choice.kernels().description()).isNotBlank();
            assertThat(choice.contest()).isEmpty();
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldNameTheProvidersWhenTheNameIsUnknown() {
        assertThatThrownBy(() -> Blas.select("atlas", options())).isInstanceOf(KernelException.class)
                .hasMessageContaining("name=atlas").hasMessageContaining("auto").hasMessageContaining("native");
    }

    @Test
    void shouldRefuseALibraryForAProviderThatTakesNone() {
        BlasOptions options = options().withLibrary(Optional.of(Path.of("libblis.so")));
        assertThatThrownBy(() -> Blas.select("reference", options)).isInstanceOf(KernelException.class)
                .hasMessageContaining("library=libblis.so");
    }

    @Test
    void shouldNotFallBackWhenTheProviderNamedCannotBeUsed() {
        BlasOptions options = options().withLibrary(Optional.of(folder.resolve("libnone.so")));
        assertThatThrownBy(() -> Blas.select("native", options)).isInstanceOf(KernelException.class)
                .hasMessageContaining("libnone.so");
    }

    @Test
    void shouldChooseTheFastestAndRememberIt() throws IOException {
        BlasChoice first = Blas.select(Blas.AUTO, options());
        KernelSelection contest = first.contest().orElseThrow();
        assertThat(contest.fromCache()).isFalse();
        assertThat(contest.entries()).extracting(KernelSelection.Entry::name).contains("native", "vector").doesNotContain("reference")
                .containsExactlyInAnyOrderElementsOf(Blas.providers().stream().filter(KernelProvider::contends)
                        .map(KernelProvider::name).toList());
        assertThat(contest.entries()).allSatisfy(e -> assertThat(e.gflopsPerCore()).isPositive());
        assertThat(contest.best().gflopsPerCore()).isEqualTo(contest.entries().getFirst().gflopsPerCore());
        assertThat(first.kernels().name()).isEqualTo(contest.winner());
        assertThat(first.reason()).contains(contest.winner()).contains("Gflop/s");

        assertThat(Blas.contest(options().withContest(BlasOptions.ContestUse.KEPT)).fromCache()).isTrue();
        while (!contest.isSettled()) {
            contest = Blas.contest(options());
        }
        KernelSelection again = Blas.contest(options());
        assertThat(again.fromCache()).isTrue();
        assertThat(again).usingRecursiveComparison().ignoringFields("source").isEqualTo(contest);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).hasSize(1);
        }
    }

    private static KernelSelection contest(double gflops, double second, int held) {
        return new KernelSelection(List.of(new KernelSelection.Entry("a", "", gflops, Optional.empty()),
                new KernelSelection.Entry("b", "", second, Optional.empty()),
                new KernelSelection.Entry("c", "", 0, Optional.of("not there"))), "a", "", Instant.EPOCH,
                KernelSelection.Source.MEASURED_NOW, held);
    }

    @Test
    void shouldHoldACloseContestAgainAndKeepTheLeastDisturbed() {
        assertThat(contest(100, 80, 1).isSettled()).isTrue();
        KernelSelection close = contest(57, 55, 1);
        assertThat(close.isSettled()).isFalse();
        assertThat(contest(92, 78, 1).orBetter(close)).isEqualTo(contest(92, 78, 2));
        KernelSelection third = contest(50, 49, 1).orBetter(contest(51, 50, 1).orBetter(close));
        assertThat(third).isEqualTo(contest(57, 55, 3));
        assertThat(third.isSettled()).isTrue();
    }

    @Test
    void shouldKeepTheHighestPeakMeasuredAboveWhatKernelsReach() {
        double first = Blas.fmaPeakGflops(options());
        assertThat(Blas.fmaPeakGflops(options().withContest(BlasOptions.ContestUse.KEPT))).isEqualTo(first);
        double second = Blas.fmaPeakGflops(options());
        double peak = Blas.fmaPeakGflops(options());
        assertThat(second).isGreaterThanOrEqualTo(first);
        assertThat(peak).isGreaterThanOrEqualTo(second);
        assertThat(Blas.fmaPeakGflops(options())).isEqualTo(peak);
        assertThat(Blas.fmaPeakGflops(options().withContest(BlasOptions.ContestUse.AFRESH))).isGreaterThanOrEqualTo(peak);
        assertThat(peak).isGreaterThan(0.7 * Blas.contest(options()).best().gflopsPerCore());
    }

    @Test
    void shouldMeasureThePeakAnewWhereTheCacheHasNoNumber() throws IOException {
        for (int i = 0; i < 3; i++) {
            Blas.fmaPeakGflops(options());
        }
        try (Stream<Path> files = Files.list(folder)) {
            Path cache = files.findFirst().orElseThrow();
            Files.writeString(cache, Files.readString(cache).replaceAll("fmaPeakGflops=.*", "fmaPeakGflops=?"));
        }
        assertThat(Blas.fmaPeakGflops(options())).isPositive();
    }

    @Test
    void shouldListAProviderThatCannotBeUsedWithItsReason() {
        BlasOptions options = options().withLibrary(Optional.of(folder.resolve("libnone.so")));
        List<KernelProvider> two = Blas.providers().stream()
                .filter(p -> List.of("native", "netlib").contains(p.name())).toList();
        KernelSelection contest = SelectionRun.hold(two, options);
        assertThat(contest.winner()).isEqualTo("netlib");
        assertThat(contest.entries().getLast().problem()).hasValueSatisfying(p -> assertThat(p).contains("libnone.so"));
        assertThat(contest.entries().getLast().gflopsPerCore()).isZero();
        assertThat(contest.reason()).contains("; native dropped out: ", "libnone.so").doesNotContain("\n");
    }

    /** One file, of the same size and time as it is broken and mended: nothing that the cache depends on changes. */
    @Test
    void shouldSayWhoDroppedOutForAsLongAsThatIsSo() throws IOException {
        Path whole = library();
        Path library = folder.resolve("some.so");
        BlasOptions options = options().withLibrary(Optional.of(library)).withContest(BlasOptions.ContestUse.KEPT);
        write(library, new byte[(int) Files.size(whole)]);
        for (KernelSelection.Source source : KernelSelection.Source.values()) {
            BlasChoice without = Blas.select(Blas.AUTO, options);
            assertThat(without.contest().orElseThrow().source()).isEqualTo(source);
            assertThat(without.reason()).contains("native dropped out: ", "library=" + library);
        }
        Path kept = kept();
        Files.writeString(kept, Files.readString(kept).replaceAll("winner=.*", "winner=native"));
        BlasChoice lost = Blas.select(Blas.AUTO, options);
        assertThat(lost.kernels().name()).isNotEqualTo("native");
        assertThat(lost.reason()).contains("native dropped out: ", "library=" + library);
        write(library, Files.readAllBytes(whole));
        BlasChoice back = Blas.select(Blas.AUTO, options);
        assertThat(back.reason()).contains("native").doesNotContain("dropped out");
        assertThat(back.contest().orElseThrow().dropouts()).isEmpty();
    }

    private static void write(Path file, byte[] content) throws IOException {
        Files.write(file, content);
        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
    }

    private Path kept() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".properties")).findFirst().orElseThrow();
        }
    }

    /** The bundled OpenBLAS. */
    private static Path library() {
        String description = Blas.select("native", BlasOptions.defaults()).kernels().description();
        return Path.of(description.replaceAll(".*?(/\\S*libopenblas_h\\.so).*", "$1"));
    }

    @Test
    void shouldSayWhyWhenNoProviderCanBeUsed() {
        BlasOptions options = options().withLibrary(Optional.of(folder.resolve("libnone.so")));
        List<KernelProvider> one = Blas.providers().stream().filter(p -> p.name().equals("native")).toList();
        assertThatThrownBy(() -> SelectionRun.hold(one, options)).isInstanceOf(KernelException.class)
                .hasMessageContaining("no BLAS provider").hasMessageContaining("libnone.so");
    }

    private BlasOptions options() {
        return BlasOptions.defaults().withCacheFolder(folder);
    }
}
