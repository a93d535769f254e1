package hplhetero.comm.transport;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A port of this host that speaks InfiniBand, as Linux tells ({@code Documentation/ABI/stable/sysfs-class-infiniband}).
 *
 * @param name name of the port as UCX calls it: {@code mlx5_0:1}
 * @param lmc  LID mask control: the port has 2^lmc LIDs
 */
public record InfiniBandPort(String name, int lmc) {
    /** The variable that names another folder than Linux' own, for trying tables of paths on hosts without InfiniBand. */
    public static final String FOLDER_VARIABLE = "HPL_INFINIBAND_FOLDER";
    /** The folder in which Linux tells of adapters: a folder for each adapter, with a folder for each port in {@code ports}. */
    private static final String FOLDER = "/sys/class/infiniband";

    /**
     * Returns the InfiniBand ports of this host that are up, sorted by name; none on a host without InfiniBand.
     *
     * @param environment the process' environment variables
     */
    public static List<InfiniBandPort> here(Map<String, String> environment) {
        Path folder = Path.of(environment.getOrDefault(FOLDER_VARIABLE, FOLDER));
        List<InfiniBandPort> ports = new ArrayList<>();
        for (Path adapter : entries(folder)) {
            for (Path port : entries(adapter.resolve("ports"))) {
                // an Ethernet adapter has paths too, but no LIDs; "4: ACTIVE" is up
                if (text(port, "link_layer").equals("InfiniBand") && text(port, "state").startsWith("4")) {
                    ports.add(new InfiniBandPort(adapter.getFileName() + ":" + port.getFileName(), number(text(port, "lid_mask_count"))));
                }
            }
        }
        ports.sort(Comparator.comparing(InfiniBandPort::name));
        return ports;
    }

    private static List<Path> entries(Path folder) {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
            found.forEach(entries::add);
        } catch (IOException none) {
            // a host without adapters has no such folder
        }
        return entries;
    }

    private static String text(Path port, String name) {
        try {
            return Files.readString(port.resolve(name)).strip();
        } catch (IOException none) {
            return "";
        }
    }

    /** Returns the LMC in this text; 0, hence one LID, for a port that does not tell. */
    private static int number(String text) {
        return text.matches("[0-7]") ? Integer.parseInt(text) : 0;
    }

    /** Returns the number of LIDs of the port. */
    public int lids() {
        return 1 << lmc;
    }
}
