package hplhetero.comm.transport.llc;

import hplhetero.comm.CommException;
import hplhetero.comm.RankLauncher;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.protocol.remote.Translator;
import hplhetero.comm.session.JobToken;
import hplhetero.comm.transport.llc.shm.ShmTranslator;
import hplhetero.comm.transport.llc.start.RankStart;
import hplhetero.comm.transport.llc.tcp.TcpTranslator;
import hplhetero.comm.transport.llc.ucx.UcxTranslator;
import hplhetero.comm.transport.llc.utofu.UtofuTranslator;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/** The networks for which there is a translator. */
enum Network {
    /** Shared memory for pairs of ranks on one host, and the best network between hosts for the others. */
    BEST("llc") {
        @Override
        Translator open(TransportOptions options, Job job, int rank) {
            requirePaths(options, job.between(), rank);
            return new PerPair(new ShmTranslator(options.environment(), job.name(), rank), job.between().open(options, job, rank));
        }
    },
    /** Shared memory, for ranks on one host. */
    SHM("llc:shm") {
        @Override
        Translator open(TransportOptions options, Job job, int rank) {
            return new ShmTranslator(options.environment(), job.name(), rank);
        }
    },
    /** TCP connections between all ranks. */
    TCP("llc:tcp") {
        @Override
        Translator open(TransportOptions options, Job job, int rank) {
            return new TcpTranslator(job.address(), job.token(), options.secure(), rank);
        }
    },
    /** UCX, by its one-sided operations, between all ranks. */
    UCX("llc:ucx") {
        @Override
        Translator open(TransportOptions options, Job job, int rank) {
            return new UcxTranslator(options, rank);
        }
    },
    /** Fujitsu's uTofu between all ranks. */
    UTOFU("llc:utofu") {
        @Override
        Translator open(TransportOptions options, Job job, int rank) {
            return new UtofuTranslator(options.environment(), rank);
        }
    };

    /**
     * The facts that a translator needs to know of the job and of this host.
     *
     * @param token   secret by which the ranks of the job know each other
     * @param address address of this host, for the other hosts
     * @param between network that {@link #BEST} takes between hosts
     */
    record Job(JobToken token, InetAddress address, Network between) {
        /** Returns a word for the job that others may read; the token cannot be found from it. */
        String name() {
            return HexFormat.of().formatHex(token.proof("name of the job"), 0, 4);
        }
    }

    /** The variable that says which network {@code llc} takes between hosts. */
    static final String BETWEEN_VARIABLE = "HPL_LLC_BETWEEN";
    private static final String BETWEEN_KEY = "between ";

    private final String word;

    Network(String word) {
        this.word = word;
    }

    /** Returns the word by which users ask for this network. */
    String word() {
        return word;
    }

    /** Returns whether this network can send all that leaves a host encrypted, where this is asked for. */
    boolean secures() {
        return this == BEST || this == SHM || this == TCP;
    }

    /** Returns whether this network can send each pair of ranks by a path of its own, where a table of paths is given. */
    boolean takesPaths() {
        return this == BEST || this == UCX;
    }

    private static void requirePaths(TransportOptions options, Network between, int rank) {
        if (options.paths().isPresent() && between != UCX) {
            String text = "--lid-table: llc takes TCP between hosts, which has no paths to choose among: set " + BETWEEN_VARIABLE
                    + "=ucx where all hosts have UCX, or drop the option";
            throw rank == 0 ? new CommException(text) : CommException.toldByRank0(text);
        }
    }

    /**
     * Checks that a table of paths, where one is given, is for this number of ranks.
     *
     * @param rank the rank of this process, of which rank 0 speaks for all
     * @throws CommException when the table is for another number
     */
    static void requireTableFor(int ranks, TransportOptions options, int rank) {
        if (options.paths().isPresent() && options.paths().get().ranks() != ranks) {
            String text = "the table of paths is for ranks=" + options.paths().get().ranks() + ", but this run has ranks=" + ranks
                    + ": make a new table with './hpl net lids --table FILE'";
            throw rank == 0 ? new CommException(text) : CommException.toldByRank0(text);
        }
    }

    /** Returns the launching side of this network, for ranks that are processes. */
    RankLauncher launcher() {
        return new LlcRankLauncher(this);
    }

    /**
     * Returns the best network between hosts. It is UCX where each rank has UCX and an InfiniBand or RoCE device, or is told to take UCX,
     * else TCP. It is TCP where messages are to be encrypted. Whether a rank that is told to take UCX has it shows only in {@link #open}.
     * Collective.
     *
     * @throws CommException when a rank is told an unknown network
     */
    static Network between(RankStart start, TransportOptions options) {
        if (options.secure()) {
            return TCP;
        }
        String told = options.environment().getOrDefault(BETWEEN_VARIABLE, "").strip();
        if (!List.of("", "tcp", "ucx").contains(told)) {
            throw new CommException(BETWEEN_VARIABLE + "=" + told + ": set it to tcp or ucx, or unset it");
        }
        boolean ucx = told.equals("ucx") || told.isEmpty() && UcxTranslator.suits();
        start.store().put(BETWEEN_KEY + start.rank(), new byte[] {(byte) (ucx ? 1 : 0)});
        start.store().barrier();
        return IntStream.range(0, start.size()).allMatch(rank -> start.store().get(BETWEEN_KEY + rank)[0] == 1) ? UCX : TCP;
    }

    /**
     * Makes a rank's translator for this network.
     *
     * @throws hplhetero.comm.CommException when the network cannot be used here
     */
    abstract Translator open(TransportOptions options, Job job, int rank);
}
