package hplhetero.comm.transport.mpi;

import hplhetero.comm.CommException;
import hplhetero.comm.LivenessTimeouts;
import hplhetero.comm.TransportOptions;
import hplhetero.network.topology.FoundPlacement;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The program of a rank: rank 0 prints where all sit. Its arguments: the MPI library, "-" where it is to be looked for; the units. */
final class PlacementOverMpi {
    private PlacementOverMpi() {
    }

    public static void main(String[] arguments) {
        Map<String, String> settings = new HashMap<>();
        if (!arguments[0].equals("-")) {
            settings.put(MpiProvider.LIBRARY, arguments[0]);
        }
        if (arguments.length > 1) {
            settings.put(MpiProvider.TOFU, arguments[1]);
        }
        TransportOptions options = new TransportOptions(System.getenv(), settings, LivenessTimeouts.USUAL,
                failure -> Runtime.getRuntime().halt(1));
        try (MpiTransport transport = MpiTransport.open(options)) {
            transport.run(transport.ranks().getAsInt(), world -> {
                if (world.rank() == 0) {
                    tell(transport, world.size());
                }
                return 0;
            });
        }
        System.exit(0);
    }

    private static void tell(MpiTransport transport, int ranks) {
        try {
            Optional<FoundPlacement> found = transport.placement();
            System.out.println(found.map(f -> f.placement() + "; " + f.source() + "; " + f.assumptions()).orElse("nobody tells"));
            for (int rank = 0; rank < ranks && found.isPresent(); rank++) {
                int node = found.get().placement().nodeOf(rank);
                System.out.println("rank " + rank + " at " + found.get().placement().fabric().nodeName(node) + " slot "
                        + found.get().placement().slotOf(rank));
            }
        } catch (CommException e) {
            System.out.println("refused: " + e.getMessage());
        }
    }
}
