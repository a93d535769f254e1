package hplhetero.run.facts;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.results.HostTrait;
import hplhetero.results.HostTraits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traits of hosts, read from files as kernels have them. */
final class TraitProbeTest {
    private static final String CPUS = "sys/devices/system/cpu/";

    @TempDir
    private Path root;

    @Test
    void shouldLeaveOutWhatCannotBeRead() {
        assertThat(read()).isEqualTo(HostTraits.NONE);
    }

    @Test
    void shouldReadAServer() throws IOException {
        write("etc/os-release", "NAME=\"Debian GNU/Linux\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
        write("proc/sys/kernel/osrelease", "6.1.0-18-amd64\n");
        write(CPUS + "cpu0/microcode/version", "0xb0021b0\n");
        for (int cpu = 0; cpu < 4; cpu++) {
            write(CPUS + "cpu" + cpu + "/topology/physical_package_id", cpu / 2 + "\n");
            write(CPUS + "cpufreq/policy" + cpu + "/scaling_governor", "performance\n");
            write(CPUS + "cpufreq/policy" + cpu + "/scaling_driver", "intel_pstate\n");
        }
        write("sys/devices/system/node/node0/cpulist", "0-1");
        write("sys/devices/system/node/node1/cpulist", "2-3");
        write(CPUS + "smt/control", "forceoff\n");
        write(CPUS + "intel_pstate/no_turbo", "1\n");
        write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
        write("sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages", "64\n");
        write("sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages", "0\n");
        write(CPUS + "vulnerabilities/mds", "Vulnerable: Clear CPU buffers attempted, no microcode\n");
        write(CPUS + "vulnerabilities/spectre_v2", "Mitigation: Retpolines\n");
        write(CPUS + "vulnerabilities/tsx", "Not affected\n");
        write("proc/cmdline", "root=/dev/sda1 mitigations=off quiet\n");
        assertThat(read().values()).isEqualTo(Map.ofEntries(
                Map.entry(HostTrait.DISTRIBUTION, "Debian GNU/Linux 12 (bookworm)"), Map.entry(HostTrait.KERNEL, "6.1.0-18-amd64"),
                Map.entry(HostTrait.MICROCODE, "0xb0021b0"), Map.entry(HostTrait.SOCKETS, "2"), Map.entry(HostTrait.NUMA_NODES, "2"),
                Map.entry(HostTrait.SMT, "off"), Map.entry(HostTrait.GOVERNOR, "performance (intel_pstate)"),
                Map.entry(HostTrait.TURBO, "off"), Map.entry(HostTrait.HUGE_PAGES, "madvise, 64 of 2048 KiB reserved"),
                Map.entry(HostTrait.MITIGATIONS, "switched off (mitigations=off); against spectre_v2; vulnerable to mds")));
    }

    /** Boards have no microcode and one package of number -1, which the kernel writes where it does not know. */
    @Test
    void shouldReadOtherFilesWhereTheUsualOnesAreMissing() throws IOException {
        write("usr/lib/os-release", "PRETTY_NAME=Fedora\n");
        write("proc/cpuinfo", "processor : 0\nmicrocode\t: 0x1f\n\nprocessor : 1\nmicrocode\t: 0x1f\n");
        write(CPUS + "cpu0/topology/physical_package_id", "-1\n");
        write(CPUS + "cpufreq/boost", "1\n");
        write(CPUS + "cpufreq/policy0/scaling_governor", "ondemand\n");
        write(CPUS + "cpufreq/policy1/scaling_governor", "powersave\n");
        write(CPUS + "cpufreq/policy1/affected_cpus", "1 2\n");
        assertThat(read().values()).isEqualTo(Map.of(HostTrait.DISTRIBUTION, "Fedora", HostTrait.MICROCODE, "0x1f", HostTrait.TURBO, "on",
                HostTrait.GOVERNOR, "ondemand on 1 threads, powersave on 2 threads"));
    }

    /** The third is down, the fourth a bridge without a device; a virtual machine's driver gives -1 as rate. */
    @Test
    void shouldReadRatesOfDevicesThatAreUp() throws IOException {
        device("eth0", "25000", "up");
        device("eth1", "-1", "up");
        device("eth2", "1000", "down");
        device("eth3", "2500", "up");
        write("sys/class/net/docker0/operstate", "up\n");
        write("sys/class/net/docker0/speed", "10000\n");
        write("sys/class/infiniband/mlx5_0/ports/1/state", "4: ACTIVE\n");
        write("sys/class/infiniband/mlx5_0/ports/1/rate", "200 Gb/sec (4X HDR)\n");
        write("sys/class/infiniband/mlx5_1/ports/1/state", "1: DOWN\n");
        assertThat(read().of(HostTrait.NETWORK)).contains("eth0 25 Gb/s, eth1 (rate not told), eth3 2.5 Gb/s, "
                + "mlx5_0 port 1 200 Gb/sec (4X HDR)");
    }

    /** Two modules of 64 GiB, whose size is in the extended field, one of 16 GiB, and an empty slot. */
    @Test
    void shouldReadModulesFromTheFirmware() throws IOException {
        module(0, 0x7fff, 64 << 10, 0x22, 5600, 4800);
        module(1, 0x7fff, 64 << 10, 0x22, 5600, 4800);
        module(2, 16 << 10, 0, 0x1a, 3200, 0);
        module(3, 0, 0, 0x02, 0, 0);
        write("sys/devices/system/edac/mc/mc0/dimm0/size", "1\n");
        assertThat(read().of(HostTrait.DIMMS)).contains("2 x 64 GiB DDR5 at 4800 MT/s, 1 x 16 GiB DDR4 at 3200 MT/s");
    }

    @Test
    void shouldReadModulesFromTheDriverWhereTheFirmwareMayNotBeRead() throws IOException {
        for (int dimm = 0; dimm < 8; dimm++) {
            write("sys/devices/system/edac/mc/mc" + dimm / 4 + "/dimm" + dimm + "/size", "32768\n");
            write("sys/devices/system/edac/mc/mc" + dimm / 4 + "/dimm" + dimm + "/dimm_mem_type", "Registered-DDR4\n");
        }
        assertThat(read().of(HostTrait.DIMMS)).contains("8 x 32 GiB Registered-DDR4");
    }

    /** Firmware of old boards has short records. */
    @Test
    void shouldPassOverATruncatedRecord() throws IOException {
        write("sys/firmware/dmi/entries/17-0/raw", "\21\50");
        assertThat(read().of(HostTrait.DIMMS)).isEmpty();
    }

    private void device(String name, String speed, String state) throws IOException {
        write("sys/class/net/" + name + "/device/vendor", "0x15b3\n");
        write("sys/class/net/" + name + "/speed", speed + "\n");
        write("sys/class/net/" + name + "/operstate", state + "\n");
    }

    private void module(int slot, int size, int extended, int type, int speed, int configured) throws IOException {
        ByteBuffer record = ByteBuffer.allocate(0x28).order(ByteOrder.LITTLE_ENDIAN);
        record.put(0, (byte) 17).put(1, (byte) 0x28).putShort(0x0c, (short) size).put(0x12, (byte) type).putShort(0x15, (short) speed)
                .putInt(0x1c, extended).putShort(0x20, (short) configured);
        Path file = root.resolve("sys/firmware/dmi/entries/17-" + slot + "/raw");
        Files.createDirectories(file.getParent());
        Files.write(file, record.array());
    }

    private HostTraits read() {
        return new TraitProbe(new SystemFiles(root)).traits();
    }

    private void write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
