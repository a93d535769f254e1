package hplhetero.comm.transport.mpj;

import hplhetero.comm.RankLauncher;
import hplhetero.comm.transport.launch.StoreServer;
import java.util.List;

/** The launching side of the transport {@code mpj}, which brings ranks together without MPJ's daemons and starter. */
public final class MpjRankLauncher implements RankLauncher {

    @Override
    public String transport() {
        return MpjProvider.NAME;
    }

    @Override
    public Gathering open(List<String> hostOfRank, String address) {
        return new StoreServer(MpjProvider.NAME, hostOfRank, address);
    }
}
