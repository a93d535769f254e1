package hplhetero.comm.collective.allgather;

import hplhetero.comm.Collectives;
import hplhetero.comm.Progress;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.ContiguousMessages;
import hplhetero.comm.collective.frame.InFlight;
import hplhetero.network.schedule.PieceLayout;
import hplhetero.network.schedule.Traffic;
import java.lang.foreign.MemorySegment;
import java.util.function.Function;

/** An allgather that sends what a description says, whose pieces travel from and to where they lie. Owner: the rank's thread. */
final class ContiguousAllgather implements Collectives.Allgather {
    private final CollectiveChannel channel;
    private final Function<PieceLayout, Traffic> statement;
    private final ContiguousMessages messages;

    ContiguousAllgather(CollectiveChannel channel, Function<PieceLayout, Traffic> statement) {
        this.channel = channel;
        this.statement = statement;
        messages = new ContiguousMessages(channel);
    }

    @Override
    public void start(MemorySegment buffer, long[] offsets, long[] lengths) {
        AllgatherCheck.check(channel.size(), buffer, offsets, lengths);
        if (!messages.over()) {
            throw InFlight.refuse(this);
        }
        messages.begin(statement.apply(PieceLayout.lying(offsets, lengths)), buffer);
    }

    @Override
    public Progress poll() {
        return messages.poll();
    }
}
