package hplhetero.comm.transport.launch;

import java.io.FileInputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * A launcher that has no file left after its first rank has come, and some again a moment later, when the second one comes. It prints what
 * that one has read of the store.
 */
final class CrowdedStore {
    /** Longer than the server waits between two tries to accept a connection. */
    private static final long CROWDED_MILLIS = 150;
    private static final int BRIEF_MILLIS = 20;

    private CrowdedStore() {
    }

    public static void main(String[] none) throws Exception {
        try (StoreServer server = new StoreServer("llc:tcp", List.of("a", "a"), "127.0.0.1")) {
            warmUp();
            List<FileInputStream> all = new ArrayList<>();
            fill(all);
            all.removeLast().close();
            // the system has kept a file for the connection that the server waits for, and has none for the next one
            try (StoreClient first = client(server, 0)) {
                first.put("where", new byte[] {7});
                Thread.sleep(CROWDED_MILLIS);
                for (FileInputStream file : all) {
                    file.close();
                }
                try (StoreClient second = client(server, 1)) {
                    System.out.println("read " + second.get("where")[0]);
                }
            }
        }
    }

    private static StoreClient client(StoreServer server, int rank) {
        return new StoreClient(LaunchEnvironment.of(server.environments().get(rank)), "a");
    }

    private static void fill(List<FileInputStream> all) {
        try {
            while (true) {
                all.add(new FileInputStream("/dev/null"));
            }
        } catch (IOException full) {
            // that was the last one
        }
    }

    /** Uses a store that works: classes are loaded from files, and the JVM needs some of its own once a server has waited for a visitor. */
    private static void warmUp() throws IOException {
        try (StoreServer server = new StoreServer("llc:tcp", List.of("a"), "127.0.0.1", BRIEF_MILLIS);
                Socket idle = new Socket("127.0.0.1", LaunchEnvironment.of(server.environments().get(0)).storePort())) {
            // until the server has waited for a greeting, and has sent the visitor away
            idle.getInputStream().readAllBytes();
        }
        try (StoreServer server = new StoreServer("llc:tcp", List.of("a"), "127.0.0.1");
                StoreClient client = client(server, 0)) {
            client.put("where", new byte[1]);
            client.get("where");
        }
    }
}
