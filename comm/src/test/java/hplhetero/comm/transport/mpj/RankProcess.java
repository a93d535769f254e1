package hplhetero.comm.transport.mpj;

import hplhetero.comm.RankTests;
import hplhetero.comm.Ranks;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import java.util.List;

/** The program of a rank that runs the test classes named by its arguments over MPJ's network device. */
final class RankProcess {
    private RankProcess() {
    }

    public static void main(String[] classes) {
        TransportOptions options = TransportOptions.usual(failure -> {
            System.err.println(failure.getMessage());
            Runtime.getRuntime().halt(1);
        });
        int code;
        try (Transport transport = new MpjProvider().open(options)) {
            if (transport.leads()) {
                System.out.println(transport.description());
            }
            code = transport.run(transport.ranks().getAsInt(), world ->
                    RankTests.run(world, List.of(classes), Ranks.ONE_JVM, Ranks.NO_GARBAGE));
        }
        System.exit(code);
    }
}
