package hplhetero.comm.collective.allgather;

import hplhetero.comm.Collectives;
import hplhetero.comm.Sites;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.Rounds;
import java.lang.foreign.MemorySegment;

/** Allgather that crosses to each other site once, as {@link SiteRounds} has it. */
final class SitedAllgather extends Rounds implements Collectives.Allgather, SiteRounds.Sink {
    private final SiteRounds siteRounds;
    private MemorySegment buffer;
    private long[] offsets;
    private long[] lengths;

    SitedAllgather(CollectiveChannel channel, Sites sites) {
        super(channel);
        siteRounds = SiteRounds.of(sites);
    }

    @Override
    public void start(MemorySegment buffer, long[] offsets, long[] lengths) {
        requireIdle();
        PieceCheck.check(channel.size(), buffer, offsets, lengths);
        this.buffer = buffer;
        this.offsets = offsets;
        this.lengths = lengths;
        begin(siteRounds.stages());
    }

    @Override
    protected void post(int round) {
        siteRounds.stage(round, channel.rank(), this);
    }

    @Override
    public void send(int to, int piece) {
        if (lengths[piece] > 0) {
            pending.add(channel.send(buffer.asSlice(offsets[piece], lengths[piece]), to));
        }
    }

    @Override
    public void receive(int from, int piece) {
        if (lengths[piece] > 0) {
            pending.add(channel.receive(buffer.asSlice(offsets[piece], lengths[piece]), from));
        }
    }
}
