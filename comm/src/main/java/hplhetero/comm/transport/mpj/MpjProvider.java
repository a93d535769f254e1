package hplhetero.comm.transport.mpj;

import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import java.util.Map;

/** Offers the transport {@code mpj}: MPJ Express between processes that our launcher started, else among threads. */
public final class MpjProvider implements TransportProvider {
    static final String NAME = "mpj";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean launched(Map<String, String> environment) {
        return environment.containsKey(Seat.RANK);
    }

    @Override
    public Transport open(TransportOptions options) {
        MpjHome home = MpjHome.find(options);
        Limits limits = Limits.of(options.environment());
        return launched(options.environment()) ? new NetworkTransport(home, Seat.of(options.environment()), limits, options)
                : new MulticoreTransport(home, limits, options);
    }
}
