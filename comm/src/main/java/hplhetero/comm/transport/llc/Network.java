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

/** The networks that there is a translator for. */
enum Network {
    /** The best for each pair of ranks. */
    BEST("llc") {
        @Override
        Translator open(TransportOptions options, Job job, int rank) {
            return new PerPair(new ShmTranslator(options.environment(), job.name(), rank), job.between().open(options, job, rank));
        }
    },
    SHM("llc:shm") {
        @Override
        Translator open(TransportOptions options, Job job, int rank) {
            return new ShmTranslator(options.environment(), job.name(), rank);
        }
    },
    TCP("llc:tcp") {
        @Override
        Translator open(TransportOptions options, Job job, int rank) {
            return new TcpTranslator(job.address(), job.token(), options.secure(), rank);
        }
    },
    UCX("llc:ucx") {
        @Override
        Translator open(TransportOptions options, Job job, int rank) {
            return new UcxTranslator();
        }
    },
    UTOFU("llc:utofu") {
        @Override
        Translator open(TransportOptions options, Job job, int rank) {
            return new UtofuTranslator(options.environment(), rank);
        }
    };

    /**
     * What the ranks of a job have in common, and where this one is.
     *
     * @param token   by which they know each other
     * @param address of this host, for the others
     * @param between what {@link #BEST} takes between hosts
     */
    record Job(JobToken token, InetAddress address, Network between) {
        /** A word for it that others may read: not the token. */
        String name() {
            return HexFormat.of().formatHex(token.proof("name of the job"), 0, 4);
        }
    }

    /** Says what {@code llc} takes between hosts. */
    static final String BETWEEN_VARIABLE = "HPL_LLC_BETWEEN";
    private static final String BETWEEN_KEY = "between ";

    private final String word;

    Network(String word) {
        this.word = word;
    }

    /** By which users ask for it. */
    String word() {
        return word;
    }

    /** Whether nothing that it sends leaves a host in the clear, where that is asked for. */
    boolean secures() {
        return this == BEST || this == SHM || this == TCP;
    }

    /** Brings ranks together that are processes. */
    RankLauncher launcher() {
        return new LlcRankLauncher(this);
    }

    /**
     * What the best is between hosts: UCX where each rank has it and an InfiniBand or RoCE device, or is told so, else TCP; TCP where
     * messages are to be encrypted. Collective.
     *
     * @throws CommException when a rank is told another word, or to take UCX and has none
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
     * Makes a rank's translator.
     *
     * @throws hplhetero.comm.CommException when it cannot be used here
     */
    abstract Translator open(TransportOptions options, Job job, int rank);
}
