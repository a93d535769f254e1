package hplhetero.run.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.run.facts.HostFacts.Busy;
import hplhetero.run.facts.HostFacts.ClockGroup;
import hplhetero.run.facts.HostFacts.Limits;
import hplhetero.run.facts.HostFacts.Load;
import hplhetero.run.facts.HostFacts.Memory;
import hplhetero.run.facts.LoadSampler.Times;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read from /proc and /sys, on made-up ones. */
final class SystemTest {
    private static final long MIB = 1L << 20;

    @TempDir
    private Path root;

    @Test
    void shouldPutThreadsOfOneKindOfPolicyTogether() throws IOException {
        policy(0, "0 1", "powersave", 1_200_000, 3_000_000);
        policy(2, "2", "powersave", 1_800_000, 3_000_000);
        policy(3, "3", "performance", 2_000_000, 2_000_000);
        assertThat(new Clocks(files()).groups()).containsExactly(
                new ClockGroup(3, "powersave", "intel_pstate", (1.2 + 1.2 + 1.8) / 3, 3.0, 3.5),
                new ClockGroup(1, "performance", "intel_pstate", 2.0, 2.0, 3.5));
    }

    @Test
    void shouldNotGuessClocksOfAVirtualMachine() {
        assertThat(new Clocks(files()).groups()).isEmpty();
        assertThat(new Clocks(files()).throttles()).isEqualTo(-1);
    }

    @Test
    void shouldAddUpThrottlesOfAllCores() throws IOException {
        write("sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "0\n");
        write("sys/devices/system/cpu/cpu11/thermal_throttle/core_throttle_count", "7\n");
        assertThat(new Clocks(files()).throttles()).isEqualTo(7);
    }

    /** Interrupts of 60 ticks are nobody's. */
    @Test
    void shouldTellLoadOfOthersFromItsOwn() throws IOException {
        write("proc/self/cmdline", "java\0hpl\0check\0");
        write("proc/loadavg", "3.25 1.00 0.50 2/200 77\n");
        process(10, "java", "java\0hpl\0check\0", 1000);
        process(11, "java", "java\0hpl\0check\0", 0);
        process(12, "stress (2) x", "stress\0", 5000);
        process(13, "sshd", "sshd\0", 5);
        write("proc/stat", "cpu  1 2 3\ncpu0 9000 0 500 90000 7 0 0 20 0 0\ncpu1 1000 0 500 90000 7 0 0 30 0 0\nintr 5\n");
        LoadSampler sampler = new LoadSampler(files(), System::nanoTime);
        Times first = at(0, sampler.all());
        process(10, "java", "java\0hpl\0check\0", 1100);
        process(11, "java", "java\0hpl\0check\0", 40);
        process(12, "stress (2) x", "stress\0", 5150);
        process(13, "sshd", "sshd\0", 6);
        write("proc/stat", "cpu  1 2 3\ncpu0 9160 0 515 90000 7 30 30 20 0 0\ncpu1 1120 0 500 90000 7 0 0 70 0 0\nintr 5\n");
        Times last = at(2, sampler.all());
        Load load = sampler.between(first, last, sampler.alike(), LoadSampler.EVERYWHERE);
        assertThat(load.average()).isEqualTo(3.25);
        assertThat(load.otherCores()).isCloseTo((280 + 15 - 140) / 200.0, within(1e-9));
        assertThat(load.stolenCores()).isCloseTo(0.2, within(1e-9));
        assertThat(sampler.busiest(first, last, sampler.alike(), LoadSampler.EVERYWHERE)).containsExactly(
                new Busy(12, "stress (2) x", 0.75));
    }

    /** A run of the same command line that is not one of its ranks is somebody else's. */
    @Test
    void shouldTellRanksFromOtherRunsOfTheSameCommand() throws IOException {
        process(10, "java", "java\0run\0", 1000);
        process(11, "java", "java\0run\0", 1000);
        write("proc/stat", "cpu0 2000 0 0 90000 7 0 0 0 0 0\n");
        LoadSampler sampler = new LoadSampler(files(), System::nanoTime);
        Times first = at(0, sampler.all());
        process(10, "java", "java\0run\0", 1080);
        process(11, "java", "java\0run\0", 1120);
        write("proc/stat", "cpu0 2200 0 0 90000 7 0 0 0 0 0\n");
        Times last = at(1, sampler.all());
        assertThat(sampler.between(first, last, pid -> pid == 10, LoadSampler.EVERYWHERE).otherCores()).isCloseTo(1.2, within(1e-9));
        assertThat(sampler.busiest(first, last, pid -> pid == 10, LoadSampler.EVERYWHERE)).containsExactly(new Busy(11, "java", 1.2));
    }

    /** A batch system has given cores 2 and 3 to somebody else. */
    @Test
    void shouldLookAtTheCoresOfARunOnly() throws IOException {
        process(10, "java", "java\0", 0);
        process(20, "theirs", "theirs\0", 0, 3);
        process(21, "cron", "cron\0", 0, 1);
        write("proc/stat", "cpu0 0 0 0\ncpu1 0 0 0\ncpu2 0 0 0\ncpu3 0 0 0\n");
        LoadSampler sampler = new LoadSampler(files(), System::nanoTime);
        Times first = at(0, sampler.all());
        process(10, "java", "java\0", 170);
        process(20, "theirs", "theirs\0", 200, 3);
        process(21, "cron", "cron\0", 30, 1);
        write("proc/stat", "cpu0 100 0 0\ncpu1 100 0 0\ncpu2 100 0 0\ncpu3 100 0 0\n");
        Times last = at(1, sampler.all());
        Set<Integer> cpus = Set.of(0, 1);
        assertThat(sampler.between(first, last, pid -> pid == 10, cpus).otherCores()).isCloseTo(0.3, within(1e-9));
        assertThat(sampler.busiest(first, last, pid -> pid == 10, cpus)).containsExactly(new Busy(21, "cron", 0.3));
    }

    @Test
    void shouldTellNothingOfAMachineThatTellsNothing() {
        LoadMeter meter = LoadMeter.of(root, System::nanoTime);
        assertThat(meter.isPossible()).isFalse();
        meter.begin(new OwnPart(Set.of(1L), Set.of()));
        assertThat(meter.end(new OwnPart(Set.of(1L), Set.of()))).isEmpty();
    }

    @Test
    void shouldKnowWhichRanksHaveItsKernelAndWhetherTheirTimesCanBeTold() {
        ProcessPlace mine = new ProcessPlace(7, "boot", "pid:[1]");
        assertThat(mine.onSameKernel(List.of(mine, new ProcessPlace(8, "boot", "pid:[1]"), new ProcessPlace(9, "other", "pid:[5]"))))
                .hasValue(Set.of(7L, 8L));
        assertThat(mine.onSameKernel(List.of(mine, new ProcessPlace(8, "boot", "pid:[2]")))).isEmpty();
    }

    private static Times at(double seconds, Times times) {
        return new Times((long) (seconds * 1e9), times.busy(), times.stolen(), times.ticks());
    }

    @Test
    void shouldReadSwapAndLimits() throws IOException {
        write("proc/meminfo", "MemTotal:  100 kB\nMemAvailable: 3072 kB\nSwapTotal:       2048 kB\nSwapFree:        1024 kB\n");
        write("proc/self/limits", "Limit                     Soft Limit           Hard Limit           Units     \n"
                + "Max open files            1024                 4096                 files     \n"
                + "Max locked memory         unlimited            unlimited            bytes     \n");
        Files.createDirectories(root.resolve("sys/class/infiniband/mlx5_0"));
        assertThat(new EnvironmentProbe(files()).memory(5, 4)).isEqualTo(new Memory(5, 4, 2 * MIB, MIB, 3 * MIB, true));
        assertThat(new EnvironmentProbe(files()).limits()).isEqualTo(new Limits(Long.MAX_VALUE, 1024, List.of("mlx5_0")));
        write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
        assertThat(new EnvironmentProbe(files()).memory(5, 4).hugePages()).isTrue();
        write("sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]\n");
        assertThat(new EnvironmentProbe(files()).memory(5, 4).hugePages()).isFalse();
    }

    @Test
    void shouldNotTakeMissingFilesForZeroes() {
        assertThat(new EnvironmentProbe(files()).memory(5, 4)).isEqualTo(new Memory(5, 4, 0, 0, Long.MAX_VALUE, true));
        assertThat(new EnvironmentProbe(files()).limits()).isEqualTo(new Limits(Long.MAX_VALUE, Long.MAX_VALUE, List.of()));
    }

    @Test
    void shouldSeeContainersAndVirtualMachines() throws IOException {
        assertThat(new EnvironmentProbe(files()).text()).isEmpty();
        write("proc/cpuinfo", "processor : 0\nflags : fpu hypervisor avx2\n");
        assertThat(new EnvironmentProbe(files()).text()).isEqualTo("virtual machine");
        write("proc/self/cgroup", "0::/system.slice/docker-0815.scope\n");
        assertThat(new EnvironmentProbe(files()).text()).isEqualTo("container in a virtual machine");
    }

    @Test
    void shouldLookAtThisHost() {
        System.setProperty(HostProbe.LOAD_PROPERTY, "50");
        HostFacts facts;
        try {
            facts = new HostProbe("1.0", "abc").look(Optional.empty());
        } finally {
            System.clearProperty(HostProbe.LOAD_PROPERTY);
        }
        assertThat(facts.name()).isNotBlank();
        assertThat(facts.program()).returns("1.0", HostFacts.Program::version).returns(Runtime.version().feature(),
                HostFacts.Program::java);
        assertThat(facts.processor().usableCores()).isBetween(1, facts.processor().threads());
        assertThat(facts.memory().available()).isPositive();
        // of so short a time, at whose ends this thread may have waited for a core
        assertThat(facts.load().otherCores()).isBetween(0.0, 1e3 * facts.processor().threads());
        assertThat(facts.kernels()).isEqualTo(HostFacts.Kernels.NOT_MEASURED);
    }

    private SystemFiles files() {
        return new SystemFiles(root);
    }

    private void policy(int number, String threads, String governor, int now, int limit) throws IOException {
        String folder = "sys/devices/system/cpu/cpufreq/policy" + number + "/";
        write(folder + "affected_cpus", threads + "\n");
        write(folder + "scaling_governor", governor + "\n");
        write(folder + "scaling_driver", "intel_pstate\n");
        write(folder + "scaling_cur_freq", now + "\n");
        write(folder + "scaling_max_freq", limit + "\n");
        write(folder + "cpuinfo_max_freq", "3500000\n");
    }

    private void process(long pid, String name, String command, long ticks) throws IOException {
        process(pid, name, command, ticks, 0);
    }

    /** Half of the time in the kernel. */
    private void process(long pid, String name, String command, long ticks, int cpu) throws IOException {
        write("proc/" + pid + "/cmdline", command);
        write("proc/" + pid + "/stat", pid + " (" + name + ") S 1 2 3 4 5 6 7 8 9 10 " + (ticks - ticks / 2) + " " + ticks / 2
                + " 0 0 20 0 1 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 " + cpu + "\n");
    }

    private void write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
