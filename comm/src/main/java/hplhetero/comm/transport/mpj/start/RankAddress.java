package hplhetero.comm.transport.mpj.start;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The address at which the other ranks find a rank.
 *
 * @param rank      number of the rank
 * @param host      name of the rank's host, for people
 * @param address   address of the rank's host
 * @param writePort first of the two ports on which the rank's device listens; the device writes to who connects there
 * @param readPort  second of the two ports
 */
public record RankAddress(int rank, String host, String address, int writePort, int readPort) {
    private static final String TITLE = "#Peer Information";

    /** Returns host, address and ports as text, a line each. */
    byte[] encoded() {
        return String.join("\n", host, address, Integer.toString(writePort), Integer.toString(readPort)).getBytes(StandardCharsets.UTF_8);
    }

    static RankAddress decoded(int rank, byte[] bytes) {
        List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        return new RankAddress(rank, lines.get(0), lines.get(1), Integer.parseInt(lines.get(2)), Integer.parseInt(lines.get(3)));
    }

    /** Returns the text that tells MPJ's device of all ranks; in it the read port comes first. */
    static String deviceText(List<RankAddress> peers) {
        return peers.stream().map(p -> p.address + "@" + p.readPort + "@" + p.writePort + "@" + p.rank)
                .collect(Collectors.joining(";", TITLE + ";", ""));
    }
}
