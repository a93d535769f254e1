package hplhetero.run.start;

import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.Transport;
import hplhetero.input.text.InputException;
import java.io.Serializable;
import java.util.function.Supplier;

/** Work that rank 0 is asked for and all ranks do: measuring a network, say. Solving is more; {@code run.job} is for that. */
public interface RankWork extends Serializable {

    /** How many ranks are to do it, where no launcher has fixed that. */
    int ranks();

    /**
     * A rank's part. Collective.
     *
     * @return the exit code; rank 0's is the program's
     */
    int run(Communicator world);

    /**
     * Does work on the ranks of a transport. Called in each process of the transport, and returns when all is done.
     *
     * @param asked made where rank 0 is, and sent to the others; what it throws is the end of all ranks
     * @return the exit code
     */
    static int run(Transport transport, Supplier<? extends RankWork> asked) {
        if (transport.ranks().isPresent()) {
            // the others wait already, and are to hear when nothing can be asked for
            return transport.run(transport.ranks().getAsInt(), world -> part(world, asked));
        }
        RankWork made = asked.get();
        Transports.requireOneProcess(made.ranks());
        return transport.run(made.ranks(), world -> part(world, () -> made));
    }

    private static int part(Communicator world, Supplier<? extends RankWork> asked) {
        try {
            RankWork mine = world.rank() == 0 ? asked.get() : null;
            return new ObjectExchange(world).<RankWork>first(mine).run(world);
        } catch (InputException e) {
            throw new CommException(e.getMessage(), e);
        }
    }
}
