package hplhetero.comm.transport.mpi;

import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import java.util.Map;

/** Offers the transport {@code mpi}. */
public final class MpiProvider implements TransportProvider {

    @Override
    public String name() {
        return "mpi";
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
