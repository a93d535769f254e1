package hplhetero.run.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import hplhetero.hpl.result.HostPower;
import hplhetero.run.facts.OwnPart;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host while a test runs: its energy, clock and throttling. */
final class PowerMeterTest {
    private static final String NO_NVML = "libno-such-nvml.so.1";

    @TempDir
    private Path folder;
    private SysTree tree;
    private final AtomicLong nanos = new AtomicLong();

    @BeforeEach
    void plant() {
        tree = new SysTree(folder);
    }

    private PowerMeter meter(int threads, Integer... cpus) {
        return meter(PowerMeter.INTERVAL_NANOS, Optional.empty(), threads, cpus);
    }

    private PowerMeter meter(long intervalNanos, Optional<OwnPart> own, int threads, Integer... cpus) {
        return new PowerMeter("node2", folder, NO_NVML, List.of(cpus), threads, own, 2, nanos::get, intervalNanos);
    }

    @Test
    void shouldTellNothingOfAMachineThatTellsNothing() {
        PowerMeter meter = meter(2, 0, 1);
        meter.start();
        assertThat(meter.stop(5)).isEmpty();
    }

    /** Its counters advance by another thread, past their end. The energy is that of the time that counts, whatever is around it. */
    @Test
    void shouldMeasureWhileCountersAdvance() throws Exception {
        long begin = SysTree.RANGE - 5_000_000;
        tree.zone("0", "package-0", begin).zone("0:2", "dram", 0);
        PowerMeter meter = meter(1_000_000, Optional.empty(), 1, 0);
        meter.start();
        Thread machine = Thread.ofPlatform().start(() -> {
            for (int i = 1; i <= 24; i++) {
                // 1 J each 50 ms: 20 W
                tree.energy("0", (begin + i * 1_000_000L) % SysTree.RANGE);
                nanos.addAndGet(50_000_000);
                pause(2);
            }
        });
        machine.join();
        HostPower power = meter.stop(0.6).orElseThrow();
        assertThat(power.host()).isEqualTo("node2");
        assertThat(power.joules()).isCloseTo(12, within(1e-9));
        assertThat(power.source()).isEqualTo("RAPL: package and memory (not the whole node)");
        assertThat(power.throttled()).isEqualTo(-1);
        assertThat(power.meanMegahertz()).isNaN();
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldSayNothingOfATestShorterThanCountersStep() {
        tree.zone("0", "package-0", 0);
        PowerMeter meter = meter(1, 0);
        meter.start();
        assertThat(meter.stop(0.05)).hasValueSatisfying(power -> {
            assertThat(power.joules()).isNaN();
            assertThat(power.source()).isEmpty();
        });
    }

    /** Two threads on four cores, two of which have nothing to do and are slow. */
    @Test
    void shouldTellTheClockOfTheCoresThatWork() {
        IntStream.range(0, 4).forEach(cpu -> tree.clock(cpu, cpu < 2 ? 3_400_000 : 800_000));
        CoreClock clock = CoreClock.of(folder, List.of(0, 1, 2, 3), 2).orElseThrow();
        clock.begin();
        assertThat(clock.mean()).isNaN();
        clock.sample();
        tree.clock(0, 2_000_000).clock(1, 1_800_000);
        clock.sample();
        tree.clock(0, 3_600_000).clock(1, 3_600_000);
        clock.sample();
        assertThat(clock.mean()).isCloseTo((3400 + 1900 + 3600) / 3.0, within(1e-9));
        assertThat(clock.least()).isCloseTo(1900, within(1e-9));
        assertThat(clock.highestBefore()).isCloseTo(3400, within(1e-9));
    }

    @Test
    void shouldReadTheClockFromCpuinfoWhereThereIsNoGovernor() {
        tree.file("proc/cpuinfo", """
                processor\t: 0
                cpu MHz\t\t: 2399.9871
                flags\t\t: fpu avx2

                processor\t: 1
                cpu MHz\t\t: 2800
                """);
        CoreClock clock = CoreClock.of(folder, List.of(0, 1), 2).orElseThrow();
        clock.begin();
        clock.sample();
        assertThat(clock.mean()).isCloseTo((2399.987 + 2800) / 2, within(1e-9));
        // what a virtual machine tells is always the same
        tree.file("proc/cpuinfo", "processor\t: 0\ncpu MHz\t\t: 2300.000\nflags\t\t: fpu hypervisor avx2\n");
        assertThat(CoreClock.of(folder, List.of(0), 1)).isEmpty();
    }

    /** Both cores of a package tell how often that was throttled. */
    @Test
    void shouldCountWhatIsThrottled() {
        tree.throttle(0, 0, 5, 100).throttle(2, 0, 7, 100).throttle(4, 1, 0, 0);
        Throttling throttling = Throttling.of(folder, List.of(0, 2, 4)).orElseThrow();
        throttling.begin();
        throttling.sample();
        assertThat(throttling.times()).isZero();
        tree.throttle(0, 0, 6, 103).throttle(2, 0, 7, 103).throttle(4, 1, 0, 1);
        throttling.sample();
        assertThat(throttling.times()).isEqualTo(1 + 3 + 1);
    }

    /** A fan that runs slows nothing. */
    @Test
    void shouldCountHowOftenABoardSlowsItsCores() {
        String thermal = "sys/class/thermal/cooling_device";
        tree.file(thermal + "0/type", "thermal-cpufreq-0").file(thermal + "0/cur_state", 0).file(thermal + "1/type", "pwm-fan")
                .file(thermal + "1/cur_state", 3);
        Throttling throttling = Throttling.of(folder, List.of()).orElseThrow();
        throttling.begin();
        for (int state : new int[] {0, 2, 3, 0, 1, 1}) {
            tree.file(thermal + "0/cur_state", state);
            throttling.sample();
        }
        assertThat(throttling.times()).isEqualTo(2);
    }

    /** Under-voltage alone (bit 0) slows nothing; 0x40004: throttled; 0xe0000 within a second that no sample saw. */
    @Test
    void shouldReadTheFlagsOfTheRaspberryPisFirmware() {
        String file = "sys/devices/platform/soc/soc:firmware/get_throttled";
        tree.file(file, "10001");
        Throttling throttling = Throttling.of(folder, List.of()).orElseThrow();
        throttling.begin();
        for (String flags : List.of("10001", "50005", "50004", "50000", "e0000", "e0000")) {
            tree.file(file, flags);
            throttling.sample();
        }
        assertThat(throttling.times()).isEqualTo(2);
    }

    /** Sixty-four cores with all there is: less than a thousandth of the second that a sample is taken in. */
    @Test
    void shouldCostARunLessThanAThousandthOfOneCore() {
        for (int cpu = 0; cpu < 64; cpu++) {
            tree.clock(cpu, 3_000_000).throttle(cpu, cpu / 32, 0, 0);
        }
        tree.zone("0", "package-0", 0).zone("0:0", "dram", 0).zone("1", "package-1", 0).zone("1:0", "dram", 0);
        PowerMeter meter = meter(64, IntStream.range(0, 64).boxed().toArray(Integer[]::new));
        for (int i = 0; i < 200; i++) {
            meter.sample();
        }
        int samples = 200;
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocatedBefore = threads.getCurrentThreadAllocatedBytes();
        long before = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < samples; i++) {
            meter.sample();
        }
        double seconds = (threads.getCurrentThreadCpuTime() - before) * 1e-9 / samples;
        long bytes = (threads.getCurrentThreadAllocatedBytes() - allocatedBefore) / samples;
        System.out.printf("a sample of 64 cores: %.1f us of CPU time, %d bytes of garbage%n", 1e6 * seconds, bytes);
        assertThat(seconds).isLessThan(1e-3);
        assertThat(bytes).isLessThan(1024);
    }

    @Test
    void shouldTellWhatOthersTookAndHowHotItWas() {
        tree.file("proc/stat", "cpu0 1000 0 0 0 0 0 0 0\ncpu1 1000 0 0 0 0 0 0 0")
                .hwmon(0, "name", "coretemp").hwmon(0, "temp1_input", 71000)
                .hwmon(1, "name", "nvme").hwmon(1, "temp1_input", 95000);
        PowerMeter meter = meter(PowerMeter.INTERVAL_NANOS, Optional.of(new OwnPart(Set.of(5L), Set.of())), 2, 0, 1);
        meter.start();
        nanos.addAndGet(350_000_000);
        tree.hwmon(0, "temp1_input", 93500);
        tree.file("proc/stat", "cpu0 1020 0 0 0 0 0 0 0\ncpu1 1020 0 0 0 0 0 0 0");
        meter.sample();
        HostPower power = meter.stop(0.35).orElseThrow();
        assertThat(power.celsius()).isEqualTo(93.5);
        assertThat(power.load().otherCores()).isCloseTo(0.4 / 0.35, within(1e-9));
        assertThat(power.load().isNotable()).isTrue();
        assertThat(power.isUnknown()).isTrue();
    }
}
