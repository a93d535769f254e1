package hplhetero.comm.transport.mpj;

import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import hplhetero.comm.transport.launch.LaunchEnvironment;
import hplhetero.comm.transport.mpj.device.MpjHome;
import java.util.Map;

/** The provider of the transport {@code mpj}: MPJ Express between processes that this program's launcher started, else among threads. */
public final class MpjProvider implements TransportProvider {
    static final String NAME = "mpj";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Map<String, String> settings() {
        return Map.of(MpjHome.SETTING, "the folder of MPJ Express");
    }

    @Override
    public boolean launched(Map<String, String> environment) {
        return LaunchEnvironment.isFor(NAME, environment);
    }

    @Override
    public Transport open(TransportOptions options) {
        MpjHome home = MpjHome.find(options);
        MessageLimits limits = MessageLimits.of(options.environment());
        if (launched(options.environment())) {
            return new NetworkTransport(home, LaunchEnvironment.of(options.environment()), limits, options);
        }
        return new MulticoreTransport(home, limits, options);
    }
}
