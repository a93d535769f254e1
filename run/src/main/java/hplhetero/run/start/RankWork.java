package hplhetero.run.start;

import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.Transport;
import hplhetero.input.text.InputException;
import java.io.Serializable;
import java.util.function.Supplier;

/** Work that rank 0 is asked for and all ranks do, such as measuring a network. Solving needs more, which package {@code run.job} has. */
public interface RankWork extends Serializable {

    /** Returns the number of ranks that are to do the work, where no launcher has fixed it. */
    int ranks();

    /**
     * Does a rank's part of the work. Collective.
     *
     * @return the exit code; rank 0's is the program's
     */
    int run(Communicator world);

    /**
     * Does work on the ranks of a transport. Called in each process of the transport; returns when all is done.
     *
     * @param transport connects the ranks
     * @param work      makes the work, where rank 0 is, to be sent to the others; what it throws ends all ranks
     * @return the exit code
     */
    static int run(Transport transport, Supplier<? extends RankWork> work) {
        if (transport.ranks().isPresent()) {
            // the other ranks wait already, and must hear when there is nothing to do
            return transport.run(transport.ranks().getAsInt(), world -> part(world, work));
        }
        RankWork made = work.get();
        Transports.requireOneProcess(made.ranks());
        return transport.run(made.ranks(), world -> part(world, () -> made));
    }

    private static int part(Communicator world, Supplier<? extends RankWork> work) {
        try {
            RankWork mine = world.rank() == 0 ? work.get() : null;
            return new ObjectExchange(world).<RankWork>first(mine).run(world);
        } catch (InputException e) {
            throw new CommException(e.getMessage(), e);
        }
    }
}
