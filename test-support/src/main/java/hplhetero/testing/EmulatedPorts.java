package hplhetero.testing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * InfiniBand ports that an emulator below UCX makes up ({@code comm/src/test/c/ucp_emulator.c}), one for each rank, with {@link #LIDS} LIDs
 * each. The emulator counts the bytes that each rank sends to each LID.
 *
 * @param folder the folder of the emulator, the made-up adapter and the counters
 */
public record EmulatedPorts(Path folder) {
    /** The number of LIDs of a port. */
    public static final int LIDS = 4;
    /** The number of LIDs from the first one of a rank to the first one of the next rank. */
    private static final int LIDS_OF_A_RANK = 256;

    /**
     * Compiles the emulator for the UCX of this machine, and makes an adapter up.
     *
     * @param folder a folder without files
     * @param source the emulator in C
     * @throws IOException when the emulator cannot be compiled, with what the compiler says
     */
    public static EmulatedPorts in(Path folder, Path source) throws IOException, InterruptedException {
        Path real = Path.of(output("cc", "-print-file-name=libucp.so.0")).toRealPath();
        output("cc", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-DREAL=\"" + real + "\"", "-o",
                folder.resolve("libucp.so.0").toString(), source.toAbsolutePath().toString(), "-ldl");
        Files.createDirectory(folder.resolve("counters"));
        Path port = Files.createDirectories(folder.resolve("adapters/mlx5_0/ports/1"));
        Files.writeString(port.resolve("link_layer"), "InfiniBand");
        Files.writeString(port.resolve("state"), "4: ACTIVE");
        Files.writeString(port.resolve("lid_mask_count"), lmc());
        return new EmulatedPorts(folder);
    }

    private static String lmc() {
        return Integer.toString(Integer.numberOfTrailingZeros(LIDS));
    }

    private static String output(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said);
        }
        return said;
    }

    /** Returns the variables by which a rank's process finds the emulator and the adapter. */
    public Map<String, String> environment() {
        return Map.of("LD_LIBRARY_PATH", folder.toString(), "HPL_INFINIBAND_FOLDER", folder.resolve("adapters").toString(),
                "EMULATED_PORTS", folder.resolve("counters").toString(), "EMULATED_LMC", lmc());
    }

    /**
     * Returns the bytes that a rank has sent to one LID of another rank's port.
     *
     * @param path number of the LID, 0 .. {@link #LIDS} - 1
     */
    public long bytes(int from, int to, int path) throws IOException {
        byte[] counters = Files.readAllBytes(folder.resolve("counters").resolve(Integer.toString(from)));
        return ByteBuffer.wrap(counters).order(ByteOrder.nativeOrder()).getLong(Long.BYTES * (LIDS_OF_A_RANK * (to + 1) + path));
    }
}
