package hplhetero.comm.transport.launch;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A launcher that has no file left when its rank comes, and some again a moment later. It prints what the rank has read of the store. */
final class CrowdedStore {
    private static final long CROWDED_MILLIS = 500;

    private CrowdedStore() {
    }

    public static void main(String[] none) throws Exception {
        try (StoreServer server = new StoreServer("llc:tcp", List.of("a"), "127.0.0.1")) {
            LaunchEnvironment environment = LaunchEnvironment.of(server.environments().getFirst());
            warmUp();
            List<FileInputStream> all = new ArrayList<>();
            fill(all);
            all.removeLast().close();
            CompletableFuture<String> rank = CompletableFuture.supplyAsync(() -> {
                try (StoreClient client = new StoreClient(environment, "a")) {
                    client.put("where", new byte[] {7});
                    return "read " + client.get("where")[0];
                }
            });
            Thread.sleep(CROWDED_MILLIS);
            for (FileInputStream file : all) {
                file.close();
            }
            System.out.println(rank.get());
        }
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

    /** Uses a store that works: classes are loaded from files. */
    private static void warmUp() {
        try (StoreServer server = new StoreServer("llc:tcp", List.of("a"), "127.0.0.1");
                StoreClient client = new StoreClient(LaunchEnvironment.of(server.environments().getFirst()), "a")) {
            client.put("where", new byte[1]);
            client.get("where");
        }
    }
}
