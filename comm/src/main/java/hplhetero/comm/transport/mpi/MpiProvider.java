package hplhetero.comm.transport.mpi;

import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import java.util.Map;

/** The provider of the transport {@code mpi}. */
public final class MpiProvider implements TransportProvider {
    /**
     * The setting that names the library to load: a path, or a name for the system's loader. Without it, the launcher's library is looked
     * for.
     */
    static final String LIBRARY = "mpi.library";
    /** The setting with the units of the Tofu system, such as {@code 24wx23x24w} with w behind lengths that wrap: no MPI tells them. */
    static final String TOFU = "mpi.tofu";
    /** The setting with the number of the view FJMPI_TOFU_SYS, where this is not {@link FujitsuTopology#SYSTEM_VIEW}. */
    static final String TOFU_VIEW = "mpi.tofu-view";

    @Override
    public String name() {
        return "mpi";
    }

    @Override
    public Map<String, String> settings() {
        return Map.of(LIBRARY, "the MPI library to load", TOFU, "the units of the Tofu system, such as 24wx23x24w", TOFU_VIEW,
                "the number of FJMPI_TOFU_SYS in Fujitsu's mpi-ext.h");
    }

    /** {@inheritDoc} MPI itself knows no paths; UCX below it takes one for each process. */
    @Override
    public PathChoice paths() {
        return PathChoice.SENDER;
    }

    @Override
    public boolean launched(Map<String, String> environment) {
        return Launcher.of(environment).several();
    }

    @Override
    public Transport open(TransportOptions options) {
        return MpiTransport.open(options);
    }
}
