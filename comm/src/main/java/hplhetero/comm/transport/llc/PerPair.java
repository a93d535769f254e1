package hplhetero.comm.transport.llc;

import hplhetero.comm.protocol.remote.Completions;
import hplhetero.comm.protocol.remote.Translator;
import hplhetero.comm.transport.llc.shm.ShmTranslator;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The translator that carries each pair of ranks by the better of two others: shared memory on one host, the network between hosts. Owner:
 * the rank's thread.
 */
final class PerPair implements Translator {
    /** The bit that marks a registration of shared memory; addresses and the network's numbers are smaller. */
    private static final long SHARED = 1L << 62;

    private final Translator shared;
    private final Translator network;
    /** The translator for each peer, indexed by rank; null until the peer is reached. */
    private Translator[] ways = new Translator[16];
    /** Number of peers reached by shared memory. */
    private int here;
    /** Number of peers reached by the network. */
    private int away;

    PerPair(ShmTranslator shared, Translator network) {
        this.shared = shared;
        this.network = network;
    }

    @Override
    public String description() {
        if (away == 0) {
            return shared.description();
        }
        return here == 0 ? network.description() + " between hosts" : shared.description() + " within a host, " + network.description()
                + " between hosts";
    }

    @Override
    public MemorySegment allocate(long bytes) {
        MemorySegment area = shared.allocate(bytes);
        network.expose(area);
        return area;
    }

    @Override
    public void expose(MemorySegment area) {
        throw new UnsupportedOperationException("shared memory must be its own: call allocate");
    }

    /** {@inheritDoc} This address has the length of the shared memory's address, that address, and the network's address. */
    @Override
    public byte[] address() {
        byte[] first = shared.address();
        byte[] second = network.address();
        return ByteBuffer.allocate(Integer.BYTES + first.length + second.length).putInt(first.length).put(first).put(second).array();
    }

    @Override
    public void reach(int peer, byte[] address) {
        int length = ByteBuffer.wrap(address).getInt();
        byte[] first = Arrays.copyOfRange(address, Integer.BYTES, Integer.BYTES + length);
        if (peer >= ways.length) {
            ways = Arrays.copyOf(ways, Math.max(peer + 1, 2 * ways.length));
        }
        if (ShmTranslator.isHere(first)) {
            here++;
            ways[peer] = shared;
            shared.reach(peer, first);
        } else {
            away++;
            ways[peer] = network;
            network.reach(peer, Arrays.copyOfRange(address, Integer.BYTES + length, address.length));
        }
    }

    @Override
    public void allReached() {
        shared.allReached();
        network.allReached();
    }

    @Override
    public MemorySegment window(int peer) {
        return ways[peer].window(peer);
    }

    @Override
    public boolean fetches(int peer) {
        return ways[peer].fetches(peer);
    }

    @Override
    public boolean fetch(int peer, long key, long offset, MemorySegment target, long targetOffset, long bytes, long command) {
        return ways[peer].fetch(peer, key, offset, target, targetOffset, bytes, command);
    }

    @Override
    public long register(int peer, MemorySegment memory) {
        long registration = ways[peer].register(peer, memory);
        return registration == UNREACHABLE || ways[peer] == network ? registration : SHARED | registration;
    }

    @Override
    public long describe(long registration, MemorySegment into) {
        return (registration & SHARED) == 0 ? network.describe(registration, into) : shared.describe(registration & ~SHARED, into);
    }

    @Override
    public void deregister(long registration) {
        if ((registration & SHARED) == 0) {
            network.deregister(registration);
        } else {
            shared.deregister(registration & ~SHARED);
        }
    }

    @Override
    public long attach(int peer, MemorySegment descriptor, long offset, long bytes) {
        return ways[peer].attach(peer, descriptor, offset, bytes);
    }

    @Override
    public void detach(int peer, long key) {
        ways[peer].detach(peer, key);
    }

    @Override
    public boolean put(int peer, long key, long offset, MemorySegment source, long sourceOffset, long bytes, long wordOffset, long word,
            long command) {
        return ways[peer].put(peer, key, offset, source, sourceOffset, bytes, wordOffset, word, command);
    }

    @Override
    public void get(int peer, long offset, long command) {
        ways[peer].get(peer, offset, command);
    }

    @Override
    public void compareAndSwap(int peer, long offset, long expected, long desired, long command) {
        ways[peer].compareAndSwap(peer, offset, expected, desired, command);
    }

    @Override
    public void fetchAdd(int peer, long offset, long addend, long command) {
        ways[peer].fetchAdd(peer, offset, addend, command);
    }

    @Override
    public boolean poll(Completions completions) {
        boolean moved = here > 0 && shared.poll(completions);
        return away > 0 && network.poll(completions) || moved;
    }

    @Override
    public String waits() {
        return network.waits();
    }

    @Override
    public void close() {
        network.close();
        shared.close();
    }
}
