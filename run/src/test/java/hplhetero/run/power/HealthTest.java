package hplhetero.run.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import hplhetero.ffm.CLibrary;
import hplhetero.hpl.result.HealthEvent;
import hplhetero.hpl.result.HealthQuantity;
import hplhetero.hpl.result.HealthSeries;
import hplhetero.hpl.result.HostPower;
import hplhetero.run.facts.OwnPart;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The health of a host over the time of a test, by an emulator of its files and of its time. */
final class HealthTest {
    private static final String NO_NVML = "libno-such-nvml.so.1";
    private static final long SECOND = 1_000_000_000L;
    /** The thread that samples sleeps for longer than a test takes; the tests take its samples. */
    private static final long NEVER = 1_000_000 * SECOND;

    @TempDir
    private Path folder;
    private SysTree tree;
    private final AtomicLong nanos = new AtomicLong(77 * SECOND);
    private final List<HealthEvent> told = new ArrayList<>();

    @BeforeEach
    void plant() {
        tree = new SysTree(folder);
    }

    private PowerMeter meter(Integer... cpus) {
        PowerMeter meter = new PowerMeter("node17", folder, NO_NVML, List.of(cpus), cpus.length,
                Optional.of(new OwnPart(Set.of(5L), Set.of())), cpus.length, nanos::get, NEVER);
        meter.onEvent(told::add);
        return meter;
    }

    /** Lets seconds pass, with a sample each. */
    private void pass(PowerMeter meter, int seconds) {
        for (int i = 0; i < seconds; i++) {
            nanos.addAndGet(SECOND);
            meter.sample();
        }
    }

    private static HealthSeries stopped(PowerMeter meter) {
        return meter.stop(1).map(HostPower::health).orElse(HealthSeries.NONE);
    }

    /** A host with one of everything. */
    private void plantAll() {
        tree.clock(0, 3_400_000).clock(1, 3_400_000).throttle(0, 0, 0, 0).throttle(1, 0, 0, 0).zone("0", "package-0", 0)
                .hwmon(0, "name", "coretemp").hwmon(0, "temp1_input", 70_000)
                .hwmon(1, "name", "amdgpu").hwmon(1, "temp1_input", 60_000).hwmon(1, "temp2_input", 75_000)
                .hwmon(1, "freq1_input", 2_100_000_000L).hwmon(1, "device/ras/umc_err_count", "ue: 0\nce: 4")
                .file("proc/meminfo", "MemTotal:  16000000 kB\nMemFree:  1 kB\nMemAvailable:    8000000 kB")
                .file("proc/vmstat", "pswpin 3\npswpout 100\npswpoutx 7")
                .memoryErrors(0, 10, 0).memoryErrors(1, 0, 0).port("symbol_error", 3).port("port_rcv_errors", 0).port("link_downed", 1)
                .netDevice("eth0", 5, 40).file("sys/class/net/eth0/carrier_down_count", 2)
                .file("sys/class/net/lo/statistics/rx_errors", 0)
                .file("proc/stat", "cpu0 1000 0 0 0 0 0 0 0\ncpu1 1000 0 0 0 0 0 0 0").file("proc/5/stat", process(1000));
    }

    private static String process(int ticks) {
        return "5 (java) S 1 5 5 0 -1 0 0 0 0 0 " + ticks + " 0 0 0 20 0 1 0 0 0 0";
    }

    private PowerMeter meterOfALink(String speed, int width, int busy) {
        tree.hwmon(0, "name", "amdgpu").hwmon(1, "name", "amdgpu").hwmon(1, "device/current_link_speed", speed)
                .hwmon(1, "device/max_link_speed", "32.0 GT/s PCIe").hwmon(1, "device/current_link_width", width)
                .hwmon(1, "device/max_link_width", 16).hwmon(1, "device/gpu_busy_percent", busy);
        return meter();
    }

    /** Before the first test, and not again in the tests. */
    @Test
    void shouldTellOnceOfASlowLink() {
        PowerMeter meter = meterOfALink("8.0 GT/s PCIe", 8, 90);
        assertThat(told).extracting(HealthEvent::kind, HealthEvent::detail)
                .containsExactly(tuple(HealthEvent.Kind.GPU_LINK, "GPU 1 runs on PCIe 3 x8 instead of 5 x16"));
        meter.start();
        pass(meter, 5);
        HealthSeries series = stopped(meter);
        assertThat(told).hasSize(1);
        assertThat(series.of(HealthQuantity.GPU_LINK_GENERATION)).containsExactly(3.0);
        assertThat(HealthEvent.latest(series)).extracting(HealthEvent::kind).containsExactly(HealthEvent.Kind.GPU_LINK);
    }

    @Test
    void shouldSayNothingOfALinkThatIsSlowForWantOfWork() {
        PowerMeter meter = meterOfALink("2.5 GT/s PCIe", 16, 0);
        assertThat(told).isEmpty();
        tree.hwmon(1, "device/gpu_busy_percent", 90).hwmon(1, "device/current_link_speed", "32.0 GT/s PCIe");
        meter.start();
        pass(meter, 5);
        assertThat(HealthEvent.latest(stopped(meter))).isEmpty();
        assertThat(told).isEmpty();
    }

    @Test
    void shouldRecordAllThatAHostTells() {
        plantAll();
        PowerMeter meter = meter(0, 1);
        meter.start();
        pass(meter, 5);
        tree.clock(0, 1_200_000).clock(1, 1_200_000).throttle(0, 0, 2, 0).energy("0", 500_000_000).hwmon(0, "temp1_input", 96_000)
                .hwmon(1, "temp2_input", 91_000).hwmon(1, "freq1_input", 900_000_000L)
                .hwmon(1, "device/ras/umc_err_count", "ue: 2\nce: 5")
                .file("proc/meminfo", "MemTotal:  16000000 kB\nMemFree:  1 kB\nMemAvailable:    1000000 kB")
                .file("proc/vmstat", "pswpin 3\npswpout 150\npswpoutx 7")
                .memoryErrors(0, 13, 1).memoryErrors(1, 1, 0).port("symbol_error", 30).port("port_rcv_errors", 2).port("link_downed", 2)
                .netDevice("eth0", 6, 47).file("sys/class/net/lo/statistics/rx_errors", 99)
                .file("proc/stat", "cpu0 1400 0 0 0 0 0 0 50\ncpu1 1300 0 0 0 0 0 0 0").file("proc/5/stat", process(1600));
        pass(meter, 5);
        nanos.addAndGet(SECOND / 2);
        HealthSeries health = stopped(meter);
        assertThat(health.seconds()).containsExactly(5.0, 10.5);
        assertThat(health.of(HealthQuantity.CLOCK)).containsExactly(3400.0, 1200.0);
        assertThat(health.of(HealthQuantity.LEAST_CLOCK)).containsExactly(3400.0, 1200.0);
        assertThat(health.of(HealthQuantity.TEMPERATURE)).containsExactly(70.0, 96.0);
        assertThat(health.of(HealthQuantity.POWER).getFirst()).isZero();
        assertThat(health.of(HealthQuantity.POWER).getLast()).isCloseTo(500 / 5.5, within(1e-3));
        // the one second before the sample that saw two steps of the counter
        assertThat(health.of(HealthQuantity.THROTTLED)).containsExactly(0.0, 1.0);
        assertThat(health.total(HealthQuantity.OWN_CORES)).isCloseTo(6 / 10.5, within(1e-3));
        assertThat(health.of(HealthQuantity.OTHER_CORES)).first().isEqualTo(0.0);
        assertThat(health.total(HealthQuantity.OTHER_CORES)).isCloseTo(1 / 10.5, within(1e-3));
        assertThat(health.total(HealthQuantity.STOLEN_CORES)).isCloseTo(0.5 / 10.5, within(1e-3));
        assertThat(health.of(HealthQuantity.FREE_MEMORY)).containsExactly(8_000_000 * 1024.0, 1_000_000 * 1024.0);
        assertThat(health.of(HealthQuantity.SWAPPED)).containsExactly(0.0, 50.0 * CLibrary.pageBytes());
        assertThat(health.of(HealthQuantity.CORRECTED_ERRORS)).containsExactly(0.0, 4.0);
        assertThat(health.of(HealthQuantity.UNCORRECTED_ERRORS)).containsExactly(0.0, 1.0);
        assertThat(health.of(HealthQuantity.LINK_ERRORS)).containsExactly(0.0, 27.0 + 2 + 1);
        assertThat(health.of(HealthQuantity.LINK_DOWNS)).containsExactly(0.0, 1.0);
        assertThat(health.of(HealthQuantity.LINK_DROPS)).containsExactly(0.0, 7.0);
        assertThat(health.of(HealthQuantity.GPU_CLOCK).getFirst()).isEqualTo(2100.0);
        assertThat(health.of(HealthQuantity.GPU_TEMPERATURE)).containsExactly(75.0, 91.0);
        assertThat(health.of(HealthQuantity.GPU_CORRECTED_ERRORS)).containsExactly(0.0, 1.0);
        assertThat(health.of(HealthQuantity.GPU_UNCORRECTED_ERRORS)).containsExactly(0.0, 2.0);
    }

    /** Every second a sample, every five seconds a point; 700 seconds do not fit into 120 points of five seconds. */
    @Test
    void shouldJoinPointsOfALongTest() {
        tree.clock(0, 3_000_000).hwmon(0, "name", "coretemp").hwmon(0, "temp1_input", 70_000).memoryErrors(0, 0, 0);
        PowerMeter meter = meter(0);
        meter.start();
        pass(meter, 100);
        tree.hwmon(0, "temp1_input", 93_000).clock(0, 1_000_000);
        pass(meter, 1);
        tree.hwmon(0, "temp1_input", 70_000).clock(0, 3_000_000).memoryErrors(0, 1, 0);
        pass(meter, 599);
        HealthSeries health = stopped(meter);
        assertThat(health.seconds()).hasSize(70).startsWith(10.0, 20.0).endsWith(690.0, 700.0);
        assertThat(health.total(HealthQuantity.TEMPERATURE)).isEqualTo(93);
        assertThat(health.total(HealthQuantity.LEAST_CLOCK)).isEqualTo(1000);
        assertThat(health.total(HealthQuantity.CLOCK)).isCloseTo((699 * 3000 + 1000) / 700.0, within(0.01));
        assertThat(health.of(HealthQuantity.CORRECTED_ERRORS).get(9)).isEqualTo(0);
        assertThat(health.of(HealthQuantity.CORRECTED_ERRORS).get(10)).isEqualTo(1);
    }

    @Test
    void shouldTellOfEachEventOnceInATest() {
        tree.clock(0, 3_400_000).hwmon(0, "name", "coretemp").hwmon(0, "temp1_input", 70_000).memoryErrors(0, 5, 0);
        PowerMeter meter = meter(0);
        meter.start();
        pass(meter, 240);
        assertThat(told).isEmpty();
        tree.clock(0, 1_200_000).hwmon(0, "temp1_input", 96_000);
        pass(meter, 15);
        assertThat(told).containsExactly(new HealthEvent(HealthEvent.Kind.SLOW, 245, 1200, 3400, 96));
        tree.memoryErrors(0, 6, 0);
        pass(meter, 45);
        assertThat(told.subList(1, told.size()))
                .containsExactly(new HealthEvent(HealthEvent.Kind.CORRECTED_ERRORS, 260, 1, 0, Double.NaN));
        meter.stop(1);
        meter.start();
        tree.memoryErrors(0, 9, 0);
        pass(meter, 10);
        assertThat(told.subList(2, told.size()))
                .containsExactly(new HealthEvent(HealthEvent.Kind.CORRECTED_ERRORS, 5, 3, 0, Double.NaN));
        meter.stop(1);
    }

    @Test
    void shouldHaveNoSeriesOfATestShorterThanASecond() {
        plantAll();
        PowerMeter meter = meter(0, 1);
        meter.start();
        nanos.addAndGet(SECOND - 1);
        assertThat(stopped(meter)).isEqualTo(HealthSeries.NONE);
        meter.start();
        nanos.addAndGet(2 * SECOND);
        assertThat(stopped(meter).seconds()).containsExactly(2.0);
    }

    /** A driver that is loaded again begins to count from 0, and its errors before are still errors. */
    @Test
    void shouldGoOnCountingWhereACounterIsSetBack() {
        tree.port("symbol_error", 100);
        PowerMeter meter = meter(0);
        meter.start();
        tree.port("symbol_error", 120);
        pass(meter, 5);
        tree.port("symbol_error", 0);
        pass(meter, 5);
        tree.port("symbol_error", 7);
        pass(meter, 5);
        assertThat(stopped(meter).of(HealthQuantity.LINK_ERRORS)).containsExactly(20.0, 20.0, 27.0);
    }

    /** A container sees neither devices nor a governor; its virtual interfaces are all that it has. */
    @Test
    void shouldWatchVirtualInterfacesWhereThereAreNoDevices() {
        tree.file("sys/class/net/veth0/statistics/tx_errors", 0).file("sys/class/net/lo/statistics/tx_errors", 0);
        PowerMeter meter = meter(0);
        meter.start();
        tree.file("sys/class/net/veth0/statistics/tx_errors", 4).file("sys/class/net/lo/statistics/tx_errors", 50);
        pass(meter, 5);
        assertThat(stopped(meter).total(HealthQuantity.LINK_ERRORS)).isEqualTo(4);
    }

    /**
     * Sixty-four cores, eight ports of InfiniBand, sixteen interfaces, eight memory controllers and four GPUs of AMD. What five seconds of
     * sampling cost, a point with five samples, is less than a thousandth of five seconds of a core: 3.6 s of CPU time an hour.
     */
    @Test
    void shouldCostLessThanAThousandthOfACore() {
        plantAll();
        StringBuilder stat = new StringBuilder();
        for (int cpu = 0; cpu < 64; cpu++) {
            tree.clock(cpu, 3_000_000).throttle(cpu, cpu / 32, 0, 0);
            stat.append("cpu").append(cpu).append(" 1000 0 0 90000 7 0 0 20 0 0\n");
        }
        tree.file("proc/stat", stat);
        for (int i = 0; i < 8; i++) {
            String port = "sys/class/infiniband/mlx5_" + i + "/ports/1/counters/";
            for (String name : List.of("symbol_error", "port_rcv_errors", "link_error_recovery", "local_link_integrity_errors",
                    "excessive_buffer_overrun_errors", "link_downed")) {
                tree.file(port + name, 0);
            }
            tree.memoryErrors(i, 0, 0).netDevice("eth" + i, 0, 0).netDevice("eth1" + i, 0, 0);
        }
        for (int i = 2; i < 5; i++) {
            tree.hwmon(i, "name", "amdgpu").hwmon(i, "temp1_input", 60_000).hwmon(i, "temp2_input", 75_000)
                    .hwmon(i, "freq1_input", 2_100_000_000L).hwmon(i, "device/ras/umc_err_count", "ue: 0\nce: 4");
        }
        PowerMeter meter = meter(IntStream.range(0, 64).boxed().toArray(Integer[]::new));
        meter.start();
        // the compiler compiles, and the series gets as long as it may
        pass(meter, 600 * 5);
        int points = 120;
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        pass(meter, 10 * 5 * points);
        double share = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / (10.0 * 5 * points * SECOND);
        meter.stop(1);
        System.out.printf("sampling the health of a host of 64 cores: %.4f %% of a core, %.2f s an hour%n", 100 * share, 3600 * share);
        assertThat(share).isLessThan(1e-3);
    }
}
