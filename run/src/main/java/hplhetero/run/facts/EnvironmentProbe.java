package hplhetero.run.facts;

import hplhetero.run.facts.HostFacts.Limits;
import hplhetero.run.facts.HostFacts.Memory;
import java.util.ArrayList;
import java.util.List;

/** Reads what surrounds this process: container, virtual machine, swap, limits. */
final class EnvironmentProbe {
    private static final String CGROUPS_OF_CONTAINERS = ".*(docker|kubepods|lxc|libpod|containerd|garden).*";
    private static final String VIRTUAL_VENDORS = ".*(QEMU|KVM|VMware|Xen|VirtualBox|innotek|Amazon EC2|Google Compute|Virtual Machine|"
            + "OpenStack|Bochs|Parallels|HVM).*";
    private static final int LIMIT_NAME_CHARACTERS = 26;
    private static final long KIB = 1024;

    private final SystemFiles files;

    EnvironmentProbe(SystemFiles files) {
        this.files = files;
    }

    /** Returns {@code container}, {@code virtual machine}, both joined, or an empty text. */
    String text() {
        List<String> seen = new ArrayList<>();
        if (container()) {
            seen.add("container");
        }
        if (virtual()) {
            seen.add("virtual machine");
        }
        return String.join(" in a ", seen);
    }

    private boolean container() {
        return files.exists(".dockerenv") || files.exists("run/.containerenv") || files.exists("run/systemd/container")
                || files.lines("proc/self/cgroup").stream().anyMatch(line -> line.matches(CGROUPS_OF_CONTAINERS));
    }

    private boolean virtual() {
        return files.lines("proc/cpuinfo").stream().anyMatch(line -> line.startsWith("flags") && line.matches(".*\\bhypervisor\\b.*"))
                || files.exists("sys/hypervisor/type") || files.exists("proc/device-tree/hypervisor")
                || (files.text("sys/class/dmi/id/sys_vendor") + " " + files.text("sys/class/dmi/id/product_name")).matches(VIRTUAL_VENDORS);
    }

    Memory memory(long total, long available) {
        long swap = meminfo("SwapTotal:");
        long free = meminfo("MemAvailable:");
        return new Memory(total, available, swap, swap - meminfo("SwapFree:"), free == 0 ? Long.MAX_VALUE : free,
                !files.text("sys/kernel/mm/transparent_hugepage/enabled").contains("[never]"));
    }

    private long meminfo(String key) {
        return files.lines("proc/meminfo").stream().filter(line -> line.startsWith(key)).findFirst()
                .map(line -> KIB * Long.parseLong(line.substring(key.length()).replace("kB", "").strip())).orElse(0L);
    }

    Limits limits() {
        return new Limits(limit("Max locked memory"), limit("Max open files"), files.in("sys/class/infiniband", "*").stream()
                .map(name -> name.substring(name.lastIndexOf('/') + 1)).toList());
    }

    /** Returns the soft limit of this name; {@link Long#MAX_VALUE} where there is none, or none is known. */
    private long limit(String name) {
        for (String line : files.lines("proc/self/limits")) {
            if (line.startsWith(name)) {
                String soft = line.substring(LIMIT_NAME_CHARACTERS).strip().split(" ")[0];
                return soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft);
            }
        }
        return Long.MAX_VALUE;
    }
}
