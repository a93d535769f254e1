package hplhetero.comm.transport.mpi;

import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import java.util.Map;

/** Offers the transport {@code mpi}. */
public final class MpiProvider implements TransportProvider {
    /** The setting that names the library to load: a path, or a name for the system's loader. Without it, the launcher's is looked for. */
    static final String LIBRARY = "mpi.library";

    @Override
    public String name() {
        return "mpi";
    }

    @Override
    public Map<String, String> settings() {
        return Map.of(LIBRARY, "the MPI library to load");
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
