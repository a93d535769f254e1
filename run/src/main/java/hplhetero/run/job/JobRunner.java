package hplhetero.run.job;

import hplhetero.blas.KernelException;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.Transport;
import hplhetero.input.text.InputException;
import hplhetero.run.start.Transports;
import hplhetero.run.terminal.StandardError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs the ranks of a transport under their coordinator. */
public final class JobRunner {
    private JobRunner() {
    }

    /**
     * Runs the ranks of a job that are in this process. Rank 0 is led by a coordinator, which decides what is done; all other ranks wait
     * for its commands and carry them out until it ends. Called once in each process of the transport; returns when the job has ended.
     *
     * @param transport   connects the ranks
     * @param process     computer and kernels, which the ranks of this process share
     * @param coordinator makes the coordinator, in the process of rank 0 only; what it throws ends all ranks
     * @return the exit code that the coordinator chose, equal in all processes; 0 where all went well
     */
    public static int run(Transport transport, RankProcess process, Supplier<? extends Coordinator> coordinator) {
        if (transport.ranks().isPresent()) {
            // the other ranks wait already, and must hear when no coordinator can be made
            return transport.run(transport.ranks().getAsInt(), world -> rank(world, process, coordinator));
        }
        Coordinator made = coordinator.get();
        Transports.requireOneProcess(made.ranks());
        return transport.run(made.ranks(), world -> rank(world, process, () -> made));
    }

    /** Runs one rank. Other processes learn what a rank threw by its text alone, so the text must be one for people. */
    private static int rank(Communicator world, RankProcess process, Supplier<? extends Coordinator> coordinator) {
        world.activity().tell(phases(world, process));
        try {
            return part(world, process, coordinator);
        } catch (InputException | KernelException e) {
            throw new CommException(e.getMessage(), e);
        }
    }

    private static Consumer<String> phases(Communicator world, RankProcess process) {
        Consumer<String> heard = world.rank() == 0 ? process.phases() : phase -> { };
        if (System.getenv("HPL_PHASES") == null) {
            return heard;
        }
        String who = "rank " + world.rank() + " on " + world.hostName() + ": ";
        return heard.andThen(phase -> StandardError.note(who + phase));
    }

    private static int part(Communicator world, RankProcess process, Supplier<? extends Coordinator> coordinator) {
        if (world.rank() > 0) {
            try (Session session = Session.join(world, process)) {
                return session.follow();
            }
        }
        Coordinator made = coordinator.get();
        try (Session session = Session.open(world, process, made.setup())) {
            int exitCode = made.lead(session);
            session.end(exitCode);
            return exitCode;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
