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
 * @param host           where it is
 * @param process        its process, the same for ranks that are threads of one
 * @param build          of this program
 * @param java           feature version
 * @param architecture   such as {@code amd64}
 * @param byteOrder      of numbers in memory
 * @param cpus           one hardware thread of each core it may use; empty where the system does not tell
 * @param cores          how many of them it is granted, &gt;= 1: fewer where a control group limits its time
 * @param devices        which devices its environment shows it, in the words of their vendors; empty: all
 * @param availableBytes of memory on its host; {@link Long#MAX_VALUE} when not known
 */
public record RankFacts(String host, String process, String build, int java, String architecture, String byteOrder, List<Integer> cpus,
                        int cores, String devices, long availableBytes) implements Serializable {
    /** By which launchers show each rank its own. */
    private static final List<String> DEVICE_VARIABLES = List.of("CUDA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES");

    public RankFacts {
        cpus = List.copyOf(cpus);
    }

    /** Whether it is granted less time than its cores have. */
    boolean hasQuota() {
        return cores < cpus.size();
    }

    /** Of a rank in this process. */
    static RankFacts here(String host, Machine machine) {
        return new RankFacts(host, host + " " + ProcessHandle.current().pid(), Build.identity(), Runtime.version().feature(),
                System.getProperty("os.arch"), ByteOrder.nativeOrder().toString(), Cores.here().usable(), machine.cores(),
                DEVICE_VARIABLES.stream().map(System.getenv()::get).filter(Objects::nonNull).collect(Collectors.joining(" ")),
                machine.availableBytes().orElse(Long.MAX_VALUE));
    }
}
