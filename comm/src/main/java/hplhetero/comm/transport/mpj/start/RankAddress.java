package hplhetero.comm.transport.mpj.start;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
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

    void write(DataOutputStream out) throws IOException {
        out.writeInt(rank);
        out.writeUTF(host);
        out.writeUTF(address);
        out.writeInt(writePort);
        out.writeInt(readPort);
    }

    static RankAddress read(DataInputStream in) throws IOException {
        return new RankAddress(in.readInt(), in.readUTF(), in.readUTF(), in.readInt(), in.readInt());
    }

    static void writeAll(List<RankAddress> peers, DataOutputStream out) throws IOException {
        out.writeInt(peers.size());
        for (RankAddress peer : peers) {
            peer.write(out);
        }
    }

    static List<RankAddress> readAll(DataInputStream in) throws IOException {
        int count = in.readInt();
        List<RankAddress> peers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            peers.add(read(in));
        }
        return peers;
    }

    /** What MPJ's device wants to know: the read port comes first. */
    static String deviceText(List<RankAddress> peers) {
        return peers.stream().map(p -> p.address + "@" + p.readPort + "@" + p.writePort + "@" + p.rank)
                .collect(Collectors.joining(";", TITLE + ";", ""));
    }
}
