package hplhetero.comm.transport.mpi;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The extensions by which MPI libraries tell whether they can send from the memory of GPUs (mpi-ext.h of Open MPI, mpi.h of MPICH). A
 * library without such a function says nothing.
 *
 * @param queries the functions int f(void), which return 1 for yes, by the platform of the GPUs
 */
record GpuAwareness(Map<String, NativeFunction> queries) {
    /** Names of the functions, by platform. Open MPI says rocm where MPICH says hip. */
    private static final Map<String, String> PLATFORMS = Map.of("MPIX_Query_cuda_support", "CUDA", "MPIX_Query_rocm_support", "ROCm",
            "MPIX_Query_hip_support", "ROCm");

    /** Returns the functions that a library has. */
    static GpuAwareness of(MpiLibrary.Symbols symbols) {
        Map<String, NativeFunction> found = new LinkedHashMap<>();
        PLATFORMS.forEach((name, platform) -> symbols.find(name)
                .ifPresent(address -> found.put(platform, new NativeFunction(name, address))));
        return new GpuAwareness(found);
    }

    /**
     * Returns what the library says, for people; empty where it cannot send from the memory of GPUs, or does not say. To be called between
     * MPI_Init and MPI_Finalize.
     */
    String description() {
        String platforms = queries.entrySet().stream().filter(query -> query.getValue().call() == 1).map(Map.Entry::getKey).sorted()
                .collect(Collectors.joining(", "));
        return platforms.isEmpty() ? "" : "GPU-aware for " + platforms + ", which is not used: panels are sent from the host's memory";
    }
}
