package hplhetero.blas.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.DeviceOptions;
import hplhetero.blas.KernelException;
import hplhetero.blas.KernelProvider;
import hplhetero.blas.select.BlasOptions.CacheUse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With devices of about 0.6 GFLOPS. */
class DeviceSelectionTest {
    private static final DenseKernels VECTOR = Blas.select("vector", BlasOptions.defaults()).kernels();
    private static final int FEW = 2;
    private static final int MANY = 1000;

    @TempDir
    Path folder;
    private BlasOptions options;
    private final AtomicLong nanos = new AtomicLong();
    private final FakeDevices cuda = new FakeDevices("cuda", 2, nanos);
    private final FakeDevices rocm = new FakeDevices("rocm", 1, nanos);

    @BeforeEach
    void keepInAFolderOfItsOwn() {
        options = BlasOptions.defaults().withCacheFolder(folder).withDevice(new DeviceOptions(DeviceOptions.ANY, Long.MAX_VALUE));
    }

    /** Of 0.05 GFLOPS a core. */
    private static BlasChoice host() {
        KernelSelection selection = new KernelSelection(List.of(new KernelSelection.Entry("vector", "", 0.05, Optional.empty())), "vector",
                "the host's best", Instant.EPOCH, KernelSelection.Source.CACHE, 1);
        return new BlasChoice(VECTOR, "the host's best", Optional.of(selection), List.of("native dropped out: gone"));
    }

    private BlasChoice choose(int index, int cores, KernelProvider... providers) {
        return new DeviceSelection(List.of(providers), options, nanos::get).orDevice(host(), index, cores);
    }

    @Test
    void shouldTakeADeviceThatIsFasterThanTheCoresOfTheRank() {
        BlasChoice choice = choose(0, FEW, cuda);
        assertThat(choice.kernels().name()).isEqualTo("cuda");
        assertThat(choice.reason()).matches("fastest by wall time: 0[.]\\d GFLOPS, the host's 2 cores reach 0[.]1 with vector");
        assertThat(choice.selection()).isEqualTo(host().selection());
        assertThat(choice.dropouts()).containsExactly("native dropped out: gone");
        assertThat(choose(0, 1, cuda).reason()).contains(" GFLOPS, the host's core reaches 0.1 with vector");
    }

    /** 128 cores of 40 GFLOPS, 8 measured, against a GPU of 4500: linearly they would be faster. */
    @Test
    void shouldNotTakeCoresThatWereNotMeasuredForAsFastAsThoseThatWere() {
        assertThat(DeviceSelection.hostGflops(8, 8, 40)).isEqualTo(320);
        assertThat(DeviceSelection.hostGflops(2, 8, 40)).isEqualTo(80);
        assertThat(DeviceSelection.hostGflops(128, 8, 40)).isCloseTo(3680, within(1e-6)).isLessThan(4500).isLessThan(128 * 40);
    }

    @Test
    void shouldStayWithTheCoresWhereTheyAreFasterAndSayWhatWasNotTaken() {
        BlasChoice choice = choose(0, MANY, cuda);
        assertThat(choice.kernels()).isSameAs(VECTOR);
        assertThat(choice.reason())
                .matches("the host's best; cuda [(]cuda's GPU[)] not taken: 0[.]\\d GFLOPS, "
                        + "the host's 1000 cores reach \\d\\d[.]\\d [(]estimated from \\d[)]");
    }

    @Test
    void shouldGiveEachRankADeviceOfItsOwnAndFurtherRanksTheCores() {
        assertThat(choose(1, FEW, cuda, rocm).kernels().name()).isEqualTo("cuda");
        assertThat(cuda.loaded).containsExactly(1);
        assertThat(choose(2, FEW, cuda, rocm).kernels().name()).isEqualTo("rocm");
        assertThat(rocm.loaded).containsExactly(0);
        BlasChoice beyond = choose(3, FEW, cuda, rocm);
        assertThat(beyond).isEqualTo(host());
        assertThat(cuda.loaded).hasSize(1);
    }

    @Test
    void shouldTellTheAddressesInTheOrderInWhichRanksCountDevices() {
        assertThat(new DeviceSelection(List.of(cuda, rocm), options).addresses()).containsExactly("0000:00:00.0", "0000:01:00.0",
                "0000:00:00.0");
        cuda.libraryProblem = "the driver is too old";
        assertThat(new DeviceSelection(List.of(cuda, rocm), options).addresses()).containsExactly("0000:00:00.0");
    }

    @Test
    void shouldSayNothingOfDevicesThatAreNotThere() {
        assertThat(choose(0, FEW, new FakeDevices("cuda", 0, nanos))).isEqualTo(host());
        assertThat(choose(0, FEW)).isEqualTo(host());
    }

    @Test
    void shouldAskOnlyProvidersThatMayBeTheFastestOnADevice() {
        cuda.contends = false;
        KernelProvider vector = Blas.providers().stream().filter(one -> one.name().equals("vector")).findFirst().orElseThrow();
        assertThat(choose(0, FEW, cuda, vector)).isEqualTo(host());
        assertThat(cuda.loaded).isEmpty();
        assertThat(Blas.providers().stream().filter(one -> one.takesDevice() && one.contends())).extracting(KernelProvider::name)
                .containsExactly("cuda", "rocm");
    }

    @Test
    void shouldLeaveALibraryThatWasNamedToTheHostsKernels() {
        options = options.withLibrary(Optional.of(Path.of("libblis.so")));
        assertThat(choose(0, FEW, cuda)).isEqualTo(host());
    }

    @Test
    void shouldGoOnWithTheCoresWhereALibraryOrADeviceFails() {
        cuda.libraryProblem = "the driver\nis too old";
        requireDropout("cuda dropped out: the driver is too old");
        cuda.libraryProblem = null;
        cuda.loadProblem = "lost";
        requireDropout("cuda dropped out: lost");
        cuda.loadProblem = null;
        cuda.computeProblem = "lost while computing";
        requireDropout("cuda dropped out: lost while computing");
    }

    private void requireDropout(String why) {
        BlasChoice choice = choose(0, FEW, cuda);
        assertThat(choice.kernels()).isSameAs(VECTOR);
        assertThat(choice.dropouts()).containsExactly("native dropped out: gone", why);
        assertThat(choice.reason()).isEqualTo("the host's best; " + why);
    }

    @Test
    void shouldTakeTheNextProvidersDeviceWhereOneHasNone() {
        cuda.libraryProblem = "the driver is too old";
        BlasChoice choice = choose(0, FEW, cuda, rocm);
        assertThat(choice.kernels().name()).isEqualTo("rocm");
        assertThat(choice.reason()).endsWith("; cuda dropped out: the driver is too old");
    }

    @Test
    void shouldMeasureADeviceThatIsFasterOnce() {
        choose(0, FEW, cuda);
        assertThat(cuda.measured).isEqualTo(1);
        assertThat(choose(1, FEW, cuda).kernels().name()).isEqualTo("cuda");
        assertThat(cuda.measured).isEqualTo(1);
        options = options.withCacheUse(CacheUse.NONE);
        choose(0, FEW, cuda);
        assertThat(cuda.measured).isEqualTo(2);
    }

    @Test
    void shouldMeasureADeviceThatIsSlowerInTheNextRunsToo() {
        for (int run = 0; run < KeptRate.SAMPLES + 2; run++) {
            choose(0, MANY, cuda);
        }
        assertThat(cuda.measured).isEqualTo(KeptRate.SAMPLES);
    }

    @Test
    void shouldTakeWhateverWasMeasuredForAShortRun() {
        options = options.withCacheUse(CacheUse.ANY);
        choose(0, MANY, cuda);
        choose(0, MANY, cuda);
        assertThat(cuda.measured).isEqualTo(1);
    }

    @Test
    void shouldMeasureAnewWithAnotherDriverOrLessOfItsMemory() {
        choose(0, FEW, cuda);
        cuda.driver = "2.0";
        choose(0, FEW, cuda);
        assertThat(cuda.measured).isEqualTo(2);
        options = options.withDevice(new DeviceOptions(DeviceOptions.ANY, 1000));
        choose(0, FEW, cuda);
        assertThat(cuda.measured).isEqualTo(3);
    }

    private BlasChoice number(int number, KernelProvider... providers) {
        options = options.withDevice(options.device().withNumber(number));
        return new DeviceSelection(List.of(providers), options, nanos::get).numbered();
    }

    @Test
    void shouldTakeTheDeviceWhoseNumberAUserGave() {
        assertThat(number(1, cuda, rocm).kernels().name()).isEqualTo("cuda");
        assertThat(cuda.loaded).containsExactly(1);
        assertThat(cuda.measured).isZero();
        BlasChoice faster = number(0, cuda, rocm);
        assertThat(faster.reason())
                .matches("device named by the user, fastest by wall time: (cuda|rocm) [0-9.]+, (cuda|rocm) [0-9.]+ GFLOPS")
                .contains("time: " + faster.kernels().name());
    }

    @Test
    void shouldSayWhyThereIsNoDeviceOfTheNumberAUserGave() {
        rocm.libraryProblem = "no ROCm here";
        assertThatThrownBy(() -> number(5, cuda, rocm)).isInstanceOf(KernelException.class)
                .hasMessage("no device for --blas auto, device=5: leave --device out, or choose another --blas; cuda: no device 5; "
                        + "rocm: no ROCm here");
    }
}
