package hplhetero.comm.transport.local;

import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import java.util.Map;

/** The provider of the transport {@code local}. */
public final class LocalProvider implements TransportProvider {

    @Override
    public String name() {
        return "local";
    }

    @Override
    public boolean launched(Map<String, String> environment) {
        return false;
    }

    /** {@inheritDoc} Messages of this transport do not leave the process. */
    @Override
    public boolean secures() {
        return true;
    }

    @Override
    public Transport open(TransportOptions options) {
        return new LocalTransport(options);
    }
}
