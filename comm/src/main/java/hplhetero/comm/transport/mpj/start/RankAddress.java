package hplhetero.comm.transport.mpj.start;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A rank and where the others find it.
 *
 * @param rank      its number
 * @param host      its host's name, for people
 * @param address   its host's address
 * @param writePort the first of the two ports on which its device listens (it writes to who comes there)
 * @param readPort  the second one
 */
public record RankAddress(int rank, String host, String address, int writePort, int readPort) {
    private static final String TITLE = "#Peer Information";

    /** The parts, a line each. */
    byte[] encoded() {
        return String.join("\n", host, address, Integer.toString(writePort), Integer.toString(readPort)).getBytes(StandardCharsets.UTF_8);
    }

    static RankAddress decoded(int rank, byte[] bytes) {
        List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        return new RankAddress(rank, lines.get(0), lines.get(1), Integer.parseInt(lines.get(2)), Integer.parseInt(lines.get(3)));
    }

    /** What MPJ's device wants to know: the read port comes first. */
    static String deviceText(List<RankAddress> peers) {
        return peers.stream().map(p -> p.address + "@" + p.readPort + "@" + p.writePort + "@" + p.rank)
                .collect(Collectors.joining(";", TITLE + ";", ""));
    }
}
