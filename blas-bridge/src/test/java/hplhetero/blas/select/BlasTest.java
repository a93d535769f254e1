package hplhetero.blas.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.blas.AsynchronousKernels;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.KernelException;
import hplhetero.blas.KernelProvider;
import hplhetero.blas.environment.CacheLock;
import hplhetero.blas.slowed.SlowedKernels;
import hplhetero.testing.Daily;
import hplhetero.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Slow
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
        for (KernelProvider provider : Blas.providers().stream().filter(one -> !one.takesDevice()).toList()) {
            BlasChoice choice = Blas.select(provider.name(), options());
            assertThat(choice.kernels().name()).isEqualTo(provider.name());
            assertThat(choice.kernels().description()).isNotBlank();
            assertThat(choice.selection()).isEmpty();
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
    @Daily(4)
    void shouldChooseTheFastestAndRememberIt() throws IOException {
        BlasChoice first = Blas.select(Blas.AUTO, options());
        KernelSelection selection = first.selection().orElseThrow();
        assertThat(selection.fromCache()).isFalse();
        assertThat(selection.entries()).extracting(KernelSelection.Entry::name).contains("native", "vector").doesNotContain("reference")
                .containsExactlyInAnyOrderElementsOf(Blas.providers().stream().filter(one -> one.contends() && !one.takesDevice())
                        .map(KernelProvider::name).toList());
        assertThat(selection.entries()).allSatisfy(e -> assertThat(e.gflopsPerCore()).isPositive());
        assertThat(selection.best().gflopsPerCore()).isEqualTo(selection.entries().getFirst().gflopsPerCore());
        assertThat(first.kernels().name()).isEqualTo(selection.winner());
        assertThat(first.reason()).contains(selection.winner()).contains("Gflop/s");

        assertThat(Blas.selection(options().withCacheUse(BlasOptions.CacheUse.ANY)).fromCache()).isTrue();
        for (int run = 0; run < 3 && !selection.isSettled(); run++) {
            selection = Blas.selection(options());
        }
        if (!selection.isSettled()) {
            // a busy machine disturbs every measurement
            Files.writeString(kept(), Files.readString(kept()).replaceAll("coreShare=.*", "coreShare=1.0").replaceAll("runs=.*", "runs=3"));
            selection = Blas.selection(options());
            assertThat(selection.isSettled()).isTrue();
        }
        KernelSelection again = Blas.selection(options());
        assertThat(again.fromCache()).isTrue();
        assertThat(again).usingRecursiveComparison().ignoringFields("source").isEqualTo(selection);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.filter(file -> !file.toString().endsWith(".lock"))).hasSize(1);
        }
    }

    private static KernelSelection selection(double gflops, double second, int runs) {
        return new KernelSelection(List.of(new KernelSelection.Entry("a", "", gflops, Optional.empty()),
                new KernelSelection.Entry("b", "", second, Optional.empty()),
                new KernelSelection.Entry("c", "", 0, Optional.of("not there"))), "a", "", Instant.EPOCH,
                KernelSelection.Source.MEASURED_NOW, runs);
    }

    @Test
    void shouldMeasureCloseProvidersAgainAndKeepTheLeastDisturbed() {
        assertThat(selection(100, 80, 1).isSettled()).isTrue();
        KernelSelection close = selection(57, 55, 1);
        assertThat(close.isSettled()).isFalse();
        assertThat(selection(92, 78, 1).orBetter(close)).isEqualTo(selection(92, 78, 2));
        KernelSelection third = selection(50, 49, 1).orBetter(selection(51, 50, 1).orBetter(close));
        assertThat(third).isEqualTo(selection(57, 55, 3));
        assertThat(third.isSettled()).isTrue();
    }

    private static KernelSelection withCoreShare(double share, double gflops, int runs) {
        return new KernelSelection(List.of(new KernelSelection.Entry("a", "", gflops, Optional.empty(), share),
                new KernelSelection.Entry("b", "", 10, Optional.empty())), "a", "", Instant.EPOCH,
                KernelSelection.Source.MEASURED_NOW, runs);
    }

    @Test
    void shouldMeasureAgainWhatWasMeasuredBesideOthers() {
        assertThat(withCoreShare(0.95, 100, 1)).returns(false, KernelSelection::isDisturbed).returns(true, KernelSelection::isSettled);
        KernelSelection disturbed = withCoreShare(0.5, 120, 5);
        assertThat(disturbed).returns(true, KernelSelection::isDisturbed).returns(false, KernelSelection::isSettled);
        KernelSelection calm = withCoreShare(1, 100, 1);
        assertThat(calm.orBetter(disturbed)).isEqualTo(calm);
        assertThat(disturbed.orBetter(calm)).isEqualTo(calm);
        assertThat(SelectionRecord.read(SelectionRecord.write(disturbed)).orElseThrow().isDisturbed()).isTrue();
    }

    /** Other threads that compute on all cores leave the selection a part of the time only. */
    @Test
    @Daily(4)
    void shouldSeeThatOthersTookCores() {
        AtomicBoolean over = new AtomicBoolean();
        List<KernelProvider> one = Blas.providers().stream().filter(provider -> provider.name().equals("native")).toList();
        try (ExecutorService others = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
                others.submit(() -> {
                    while (!over.get()) {
                        Thread.onSpinWait();
                    }
                });
            }
            KernelSelection selection = SelectionRun.among(one, options());
            over.set(true);
            assertThat(selection.isDisturbed()).isTrue();
            assertThat(selection.reason()).containsPattern("other processes took [0-9]+ % of the cores' time: the next run measures again");
        } finally {
            over.set(true);
        }
    }

    @Test
    @Daily(4)
    void shouldKeepTheHighestPeakMeasuredAboveWhatKernelsReach() {
        double first = Blas.fmaPeakGflops(options());
        assertThat(Blas.fmaPeakGflops(options().withCacheUse(BlasOptions.CacheUse.ANY))).isEqualTo(first);
        double second = Blas.fmaPeakGflops(options());
        double peak = Blas.fmaPeakGflops(options());
        assertThat(second).isGreaterThanOrEqualTo(first);
        assertThat(peak).isGreaterThanOrEqualTo(second);
        assertThat(Blas.fmaPeakGflops(options())).isEqualTo(peak);
        assertThat(Blas.fmaPeakGflops(options().withCacheUse(BlasOptions.CacheUse.NONE))).isGreaterThanOrEqualTo(peak);
        assertThat(peak).isGreaterThan(0.7 * Blas.selection(options()).best().gflopsPerCore());
    }

    @Test
    @Daily(4)
    void shouldMeasureThePeakAnewWhereTheCacheHasNoNumber() throws IOException {
        for (int i = 0; i < 3; i++) {
            Blas.fmaPeakGflops(options());
        }
        Path cache = kept();
        Files.writeString(cache, Files.readString(cache).replaceAll("fmaPeakGflops=.*", "fmaPeakGflops=?"));
        assertThat(Blas.fmaPeakGflops(options())).isPositive();
    }

    /** Also where that is not settled: else as many processes as start together would measure one after the other. */
    @Test
    @Daily(4)
    void shouldTakeWhatAnotherProcessHasMeasuredMeanwhile() throws Exception {
        Blas.selection(options());
        String unsettled = Files.readString(kept()).replaceAll("coreShare=.*", "coreShare=0.5");
        KernelSelection taken = whileAnotherMeasures(unsettled, Blas::selection);
        assertThat(taken.fromCache()).isTrue();
        Blas.fmaPeakGflops(options());
        String peak = Files.readString(kept()).replaceAll("fmaPeakGflops=.*", "fmaPeakGflops=12345.0");
        double gflops = whileAnotherMeasures(peak, Blas::fmaPeakGflops);
        assertThat(gflops).isEqualTo(12345.0);
    }

    /** Does it while another one measures, which then keeps that text in the only file of the cache. */
    private <T> T whileAnotherMeasures(String found, Function<BlasOptions, T> work) throws Exception {
        Path file = kept();
        Files.delete(file);
        BlockingQueue<String> news = new LinkedBlockingQueue<>();
        CompletableFuture<T> outcome;
        try (CacheLock _ = options().measuring()) {
            outcome = CompletableFuture.supplyAsync(() -> work.apply(options().withNews(news::add)));
            assertThat(news.poll(60, TimeUnit.SECONDS)).isEqualTo("waiting for another process that measures the"
                    + " kernels, at most 60 s ...");
            assertThat(outcome).isNotDone();
            Files.writeString(file, found);
        }
        T done = outcome.get(60, TimeUnit.SECONDS);
        Files.delete(file);
        return done;
    }

    @Test
    void shouldListAProviderThatCannotBeUsedWithItsReason() {
        BlasOptions options = options().withLibrary(Optional.of(folder.resolve("libnone.so")));
        List<KernelProvider> two = Blas.providers().stream()
                .filter(p -> List.of("native", "netlib").contains(p.name())).toList();
        KernelSelection selection = SelectionRun.among(two, options);
        assertThat(selection.winner()).isEqualTo("netlib");
        assertThat(selection.entries().getLast().problem()).hasValueSatisfying(p -> assertThat(p).contains("libnone.so"));
        assertThat(selection.entries().getLast().gflopsPerCore()).isZero();
        assertThat(selection.reason()).contains("; native dropped out: ", "libnone.so").doesNotContain("\n");
    }

    @Test
    @Daily(4)
    void shouldNotTakeRatesByCpuTimeThatEarlierVersionsKept() throws IOException {
        BlasOptions options = options().withCacheUse(BlasOptions.CacheUse.ANY);
        assertThat(Blas.selection(options).fromCache()).isFalse();
        assertThat(Blas.selection(options).fromCache()).isTrue();
        Path kept = kept();
        Files.move(kept, folder.resolve(kept.getFileName().toString().replace("kernel-selection", "contest")));
        assertThat(Blas.selection(options).fromCache()).isFalse();
    }

    /**
     * Kernels that sleep for most of their time use no more CPU time, and kernels that only submit next to none. A busy machine slows those
     * least that sleep anyway, so some attempts may show nothing.
     */
    @Test
    @Daily(4)
    void shouldMeasureByTheWallTimeUntilTheWorkIsDone() {
        assertThat(IntStream.range(0, 10).anyMatch(attempt -> isMeasuredByTheWallTime())).isTrue();
    }

    private boolean isMeasuredByTheWallTime() {
        KernelProvider vector = Blas.providers().stream().filter(p -> p.name().equals("vector")).findFirst().orElseThrow();
        KernelSelection selection = SelectionRun.among(List.of(vector, changed(vector, "slowed", kernels -> SlowedKernels.of(kernels, 16)),
                changed(vector, "later", kernels -> new AsynchronousKernels(kernels).kernels())), options());
        assertThat(selection.dropouts()).isEmpty();
        double rate = rate(selection, "vector");
        double slowed = rate(selection, "slowed");
        double later = rate(selection, "later");
        return slowed > 0.01 * rate && slowed < 0.5 * rate && later > 0.05 * rate && later < 3 * rate;
    }

    private static double rate(KernelSelection selection, String name) {
        return selection.entries().stream().filter(e -> e.name().equals(name)).findFirst().orElseThrow().gflopsPerCore();
    }

    private static KernelProvider changed(KernelProvider provider, String name, UnaryOperator<DenseKernels> change) {
        return new KernelProvider() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public String summary() {
                return provider.summary();
            }

            @Override
            public DenseKernels load(Optional<Path> library) {
                return change.apply(provider.load(library));
            }
        };
    }

    /** One file, of the same size and time as it is broken and mended: nothing that the cache depends on changes. */
    @Test
    @Daily(4)
    void shouldSayWhoDroppedOutForAsLongAsThatIsSo() throws IOException {
        Path whole = library();
        Path library = folder.resolve("some.so");
        BlasOptions options = options().withLibrary(Optional.of(library)).withCacheUse(BlasOptions.CacheUse.ANY);
        write(library, new byte[(int) Files.size(whole)]);
        for (KernelSelection.Source source : KernelSelection.Source.values()) {
            BlasChoice without = Blas.select(Blas.AUTO, options);
            assertThat(without.selection().orElseThrow().source()).isEqualTo(source);
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
        assertThat(back.selection().orElseThrow().dropouts()).isEmpty();
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
        assertThatThrownBy(() -> SelectionRun.among(one, options)).isInstanceOf(KernelException.class)
                .hasMessageContaining("no BLAS provider").hasMessageContaining("libnone.so");
    }

    private BlasOptions options() {
        return BlasOptions.defaults().withCacheFolder(folder);
    }
}
