package hplhetero.run.facts;

import hplhetero.results.HostTrait;
import hplhetero.results.HostTraits;
import hplhetero.run.facts.HostFacts.ClockGroup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads the traits of this host from the files of its kernel. A trait whose files are missing, or may not be read, is left out. */
public final class TraitProbe {
    private static final String CPUS = "sys/devices/system/cpu";
    private static final int KILO = 1000;

    private final SystemFiles files;

    /** Makes the reader of a host whose files are below a folder; {@code /} for this host. */
    TraitProbe(SystemFiles files) {
        this.files = files;
    }

    /** Returns the traits of the host on which this process runs. */
    public static HostTraits here() {
        return new TraitProbe(new SystemFiles(Path.of("/"))).traits();
    }

    /** Returns the traits of the host. */
    HostTraits traits() {
        Map<HostTrait, String> found = new EnumMap<>(HostTrait.class);
        found.put(HostTrait.DISTRIBUTION, distribution());
        found.put(HostTrait.KERNEL, files.text("proc/sys/kernel/osrelease"));
        found.put(HostTrait.SURROUNDINGS, new EnvironmentProbe(files).text());
        found.put(HostTrait.MICROCODE, microcode());
        found.put(HostTrait.SOCKETS, count(files.in(CPUS, "cpu[0-9]*").stream()
                .map(cpu -> files.text(cpu + "/topology/physical_package_id")).filter(id -> id.matches("\\d+")).distinct().count()));
        found.put(HostTrait.NUMA_NODES, count(files.in("sys/devices/system/node", "node[0-9]*").size()));
        found.put(HostTrait.SMT, smt());
        found.put(HostTrait.GOVERNOR, governor());
        found.put(HostTrait.TURBO, turbo());
        found.put(HostTrait.HUGE_PAGES, hugePages());
        found.put(HostTrait.DIMMS, new MemoryModules(files).text());
        found.put(HostTrait.NETWORK, network());
        found.put(HostTrait.MITIGATIONS, mitigations());
        return new HostTraits(found);
    }

    private static String count(long number) {
        return number == 0 ? "" : Long.toString(number);
    }

    private String distribution() {
        List<String> lines = files.lines("etc/os-release");
        return (lines.isEmpty() ? files.lines("usr/lib/os-release") : lines).stream().filter(line -> line.startsWith("PRETTY_NAME="))
                .map(line -> line.substring(line.indexOf('=') + 1).replaceAll("^[\"']|[\"']$", "")).findFirst().orElse("");
    }

    /** Returns the version of the microcode of the first core. /proc/cpuinfo is read only where sysfs does not have the version. */
    private String microcode() {
        String version = files.text(CPUS + "/cpu0/microcode/version");
        return !version.isEmpty() ? version : files.lines("proc/cpuinfo").stream().filter(line -> line.startsWith("microcode"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip()).findFirst().orElse("");
    }

    private String smt() {
        return switch (files.text(CPUS + "/smt/control")) {
            case "on" -> "on";
            case "off", "forceoff" -> "off";
            case "notsupported" -> "not supported";
            default -> "";
        };
    }

    /** Returns the governors with their drivers, and how many hardware threads each governs where there are several. */
    private String governor() {
        Map<String, Integer> threads = new LinkedHashMap<>();
        for (ClockGroup group : new Clocks(files).groups()) {
            if (!group.governor().isEmpty()) {
                threads.merge(group.governor() + (group.driver().isEmpty() ? "" : " (" + group.driver() + ")"), group.threads(),
                        Integer::sum);
            }
        }
        return threads.size() == 1 ? threads.keySet().iterator().next() : threads.entrySet().stream()
                .map(each -> each.getKey() + " on " + each.getValue() + " threads").collect(Collectors.joining(", "));
    }

    private String turbo() {
        String off = files.text(CPUS + "/intel_pstate/no_turbo");
        String on = files.text(CPUS + "/cpufreq/boost");
        return off.equals("0") || on.equals("1") ? "on" : off.equals("1") || on.equals("0") ? "off" : "";
    }

    private String hugePages() {
        String all = files.text("sys/kernel/mm/transparent_hugepage/enabled");
        List<String> parts = new ArrayList<>();
        if (all.contains("[") && all.contains("]")) {
            parts.add(all.substring(all.indexOf('[') + 1, all.indexOf(']')));
        }
        for (String size : files.in("sys/kernel/mm/hugepages", "hugepages-*kB")) {
            long reserved = files.number(size + "/nr_hugepages").orElse(0);
            if (reserved > 0) {
                parts.add(reserved + " of " + size.replaceAll(".*hugepages-(\\d+)kB", "$1") + " KiB reserved");
            }
        }
        return String.join(", ", parts);
    }

    /**
     * Returns the devices whose link is up. Interfaces that are no devices, such as bridges and those of containers, have no rate of their
     * own, so they are left out.
     */
    private String network() {
        List<String> parts = new ArrayList<>();
        for (String name : files.in("sys/class/net", "*")) {
            if (files.exists(name + "/device") && files.text(name + "/operstate").equals("up")) {
                parts.add(last(name) + rate(files.number(name + "/speed").orElse(-1)));
            }
        }
        for (String port : files.in("sys/class/infiniband", "*").stream().flatMap(device -> files.in(device + "/ports", "*").stream())
                .toList()) {
            if (files.text(port + "/state").endsWith("ACTIVE")) {
                parts.add(port.split("/")[3] + " port " + last(port) + " " + files.text(port + "/rate"));
            }
        }
        return String.join(", ", parts);
    }

    /** Returns the words for a rate in Mbit/s; the words say that there is none where a driver gives no positive number. */
    private static String rate(long megabits) {
        return megabits <= 0 ? " (rate not told)" : megabits < KILO ? " " + megabits + " Mb/s"
                : " " + (megabits % KILO == 0 ? String.valueOf(megabits / KILO) : String.valueOf((double) megabits / KILO)) + " Gb/s";
    }

    private String mitigations() {
        List<String> mitigated = new ArrayList<>();
        List<String> vulnerable = new ArrayList<>();
        for (String flaw : files.in(CPUS + "/vulnerabilities", "*")) {
            String state = files.text(flaw);
            if (state.startsWith("Mitigation")) {
                mitigated.add(last(flaw));
            } else if (state.startsWith("Vulnerable")) {
                vulnerable.add(last(flaw));
            }
        }
        List<String> parts = new ArrayList<>();
        if (List.of(files.text("proc/cmdline").split("\\s+")).contains("mitigations=off")) {
            parts.add("switched off (mitigations=off)");
        }
        if (!mitigated.isEmpty()) {
            parts.add("against " + String.join(", ", mitigated));
        }
        if (!vulnerable.isEmpty()) {
            parts.add("vulnerable to " + String.join(", ", vulnerable));
        }
        return String.join("; ", parts);
    }

    private static String last(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }
}
