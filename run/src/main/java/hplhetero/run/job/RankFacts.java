package hplhetero.run.job;

import hplhetero.run.machine.Cores;
import hplhetero.run.machine.Machine;
import java.io.Serializable;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What a rank tells of itself before anything is done.
 *
 * @param host           name of the rank's host
 * @param process        identity of its process, equal for ranks that are threads of one process
 * @param build          identity of this program's build
 * @param java           feature version of Java
 * @param architecture   processor architecture, such as {@code amd64}
 * @param byteOrder      byte order of numbers in memory
 * @param cpus           one hardware thread of each core the rank may use; empty where the system does not tell
 * @param cores          number of cores the rank is granted, &gt;= 1; fewer than {@code cpus} where a control group limits its time
 * @param devices        which devices the environment shows the rank, in the words of their vendors; empty: all
 * @param availableBytes bytes of memory available on the host; {@link Long#MAX_VALUE} when not known
 */
public record RankFacts(String host, String process, String build, int java, String architecture, String byteOrder, List<Integer> cpus,
                        int cores, String devices, long availableBytes) implements Serializable {
    /** Environment variables by which launchers show each rank its own devices. */
    private static final List<String> DEVICE_VARIABLES = List.of("CUDA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES");

    public RankFacts {
        cpus = List.copyOf(cpus);
    }

    /** Returns whether the rank is granted less time than the cores it may use have. */
    boolean hasQuota() {
        return cores < cpus.size();
    }

    /**
     * Returns the facts of a rank in this process.
     *
     * @param host    name of the rank's host
     * @param machine the computer this process runs on
     */
    static RankFacts here(String host, Machine machine) {
        return new RankFacts(host, host + " " + ProcessHandle.current().pid(), Build.identity(), Runtime.version().feature(),
                System.getProperty("os.arch"), ByteOrder.nativeOrder().toString(), Cores.here().usable(), machine.cores(),
                DEVICE_VARIABLES.stream().map(System.getenv()::get).filter(Objects::nonNull).collect(Collectors.joining(" ")),
                machine.availableBytes().orElse(Long.MAX_VALUE));
    }
}
