package hplhetero.comm.transport.llc;

import hplhetero.comm.RankLauncher;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.protocol.remote.Translator;
import hplhetero.comm.transport.llc.shm.ShmTranslator;
import hplhetero.comm.transport.llc.tcp.TcpTranslator;
import hplhetero.comm.transport.llc.ucx.UcxTranslator;
import hplhetero.comm.transport.llc.utofu.UtofuTranslator;
import java.net.InetAddress;
import java.util.Locale;

/** The networks that there is a translator for. */
enum Network {
    /** The best for each pair of ranks. */
    BEST("llc") {
        @Override
        Translator open(TransportOptions options, Job job, int rank) {
            return new PerPair(new ShmTranslator(options.environment(), job.name(), rank), TCP.open(options, job, rank));
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
            return new TcpTranslator(job.address(), job.token(), rank);
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
     */
    record Job(String token, InetAddress address) {
        /** A word for it that others may read: not the token. */
        String name() {
            return String.format(Locale.ROOT, "%08x", token.hashCode());
        }
    }

    private final String word;

    Network(String word) {
        this.word = word;
    }

    /** By which users ask for it. */
    String word() {
        return word;
    }

    /** Brings ranks together that are processes. */
    RankLauncher launcher() {
        return new LlcRankLauncher(this);
    }

    /**
     * Makes a rank's translator.
     *
     * @throws hplhetero.comm.CommException when it cannot be used here
     */
    abstract Translator open(TransportOptions options, Job job, int rank);
}
