package hplhetero.comm.collective.broadcast;

import hplhetero.comm.Collectives;
import hplhetero.comm.Progress;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.InFlight;
import hplhetero.comm.collective.frame.PipelinedForward;
import hplhetero.network.schedule.SpreadTree;
import java.lang.foreign.MemorySegment;

/**
 * The bandwidth-reducing broadcasts of HPL, long and longM (HPL_bcast_blong, blonM): the buffer is cut into
 * one piece for each participant, <em>spread</em> down a binomial tree, then <em>rolled</em> around a ring
 * until all have all. A participant that already holds pieces from the spread is not sent them again.
 * In longM the rank after the root is sent the whole buffer first and takes no part in the rest.
 *
 * <p>Positions: the participants counted from the root, which is position 0. After the spread, position p
 * holds the pieces {@code [p, p + extent(p))}. It sees the pieces in the order p, p-1, ..., p+1 (mod n).
 */
final class SpreadRollBroadcast implements Collectives.Broadcast {

    private enum Phase { IDLE, SPREAD, ROLL }

    private final CollectiveChannel channel;
    private final boolean modified;
    private final int participants;
    private final SpreadTree tree;
    private final PipelinedForward forward;
    private Phase phase = Phase.IDLE;
    private MemorySegment buffer;
    private int root;
    private int position;
    private long piece;

    /** @param modified whether the rank after the root is served first and apart (longM) */
    SpreadRollBroadcast(CollectiveChannel channel, boolean modified) {
        this.channel = channel;
        this.modified = modified && channel.size() > 1;
        this.participants = this.modified ? channel.size() - 1 : channel.size();
        this.tree = new SpreadTree(participants);
        this.forward = new PipelinedForward(channel);
    }

    @Override
    public void start(MemorySegment buffer, int root) {
        channel.requireRank("root", root);
        if (phase != Phase.IDLE) {
            throw InFlight.refuse(this);
        }
        this.buffer = buffer;
        this.root = root;
        this.piece = tree.piece(buffer.byteSize());
        int relative = Math.floorMod(channel.rank() - root, channel.size());
        if (modified && relative == 1) {
            receiveWhole();
        } else {
            position = modified && relative > 1 ? relative - 1 : relative;
            receiveSpread();
        }
        poll();
    }

    @Override
    public Progress poll() {
        if (phase == Phase.IDLE) {
            return Progress.DONE;
        }
        Progress progress = forward.poll();
        if (progress != Progress.DONE) {
            return progress;
        }
        return advance();
    }

    private Progress advance() {
        if (phase == Phase.SPREAD) {
            phase = Phase.ROLL;
            beginRoll();
            return forward.poll() == Progress.DONE ? advance() : Progress.ADVANCED;
        }
        phase = Phase.IDLE;
        return Progress.DONE;
    }

    private void receiveWhole() {
        phase = Phase.ROLL;
        forward.begin(buffer, root);
        forward.expect(0, buffer.byteSize());
    }

    private void receiveSpread() {
        phase = Phase.SPREAD;
        forward.begin(buffer, rankAt(tree.parent(position)));
        if (position > 0) {
            expectPieces(position, tree.extent(position));
        }
    }

    /** Sends the children their share of the spread, then rolls. */
    private void beginRoll() {
        int previous = Math.floorMod(position - 1, participants);
        int next = (position + 1) % participants;
        forward.begin(buffer, rankAt(previous));
        if (position == 0 && modified) {
            forward.send(0, buffer.byteSize(), rankAfterRoot());
        }
        spread();
        int lacking = participants - tree.extent(position);
        forward.passOn(participants - tree.extent(next), rankAt(next));
        holdPiece(position);
        for (int i = 1; i < participants; i++) {
            int index = Math.floorMod(position - i, participants);
            if (i <= lacking) {
                expectPieces(index, 1);
            } else {
                holdPiece(index);
            }
        }
    }

    private void spread() {
        for (int half = tree.span(position) / 2; half >= 1; half /= 2) {
            int child = position + half;
            if (child < participants) {
                forward.send(offset(child), length(child, tree.extent(child)), rankAt(child));
            }
        }
    }

    private void expectPieces(int first, int count) {
        forward.expect(offset(first), length(first, count));
    }

    private void holdPiece(int index) {
        forward.hold(offset(index), length(index, 1));
    }

    private long offset(int index) {
        return Math.min(index * piece, buffer.byteSize());
    }

    private long length(int first, int count) {
        return offset(first + count) - offset(first);
    }

    private int rankAt(int position) {
        int relative = modified && position > 0 ? position + 1 : position;
        return (root + relative) % channel.size();
    }

    private int rankAfterRoot() {
        return (root + 1) % channel.size();
    }
}
