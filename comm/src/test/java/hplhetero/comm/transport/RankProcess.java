package hplhetero.comm.transport;

import hplhetero.comm.RankTests;
import hplhetero.comm.Ranks;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import java.util.List;
import java.util.ServiceLoader;

/** The program of a rank that runs the test classes named by its arguments over the transport for which it was started. */
public final class RankProcess {
    private RankProcess() {
    }

    public static void main(String[] classes) {
        TransportOptions options = TransportOptions.usual(failure -> {
            System.err.println(failure.getMessage());
            Runtime.getRuntime().halt(1);
        });
        int code;
        try (Transport transport = launched().open(options)) {
            if (transport.leads()) {
                System.out.println(transport.description());
            }
            code = transport.run(transport.ranks().getAsInt(), world ->
                    RankTests.run(world, List.of(classes), excluded()));
        }
        System.exit(code);
    }

    /** Tests of transports without garbage where the variable {@code NO_GARBAGE} says so. */
    private static String[] excluded() {
        return System.getenv().containsKey("NO_GARBAGE") ? new String[] {Ranks.ONE_JVM}
                : new String[] {Ranks.ONE_JVM, Ranks.NO_GARBAGE};
    }

    /** The transport for which this process was started. */
    static TransportProvider launched() {
        return ServiceLoader.load(TransportProvider.class).stream().map(ServiceLoader.Provider::get)
                .filter(provider -> provider.launched(System.getenv())).findFirst().orElseThrow();
    }
}
