package hplhetero.comm.transport.llc.tcp;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.comm.CommException;
import hplhetero.comm.protocol.remote.Completions;
import hplhetero.comm.protocol.remote.Translator;
import hplhetero.comm.session.JobToken;
import hplhetero.comm.session.RecordCipher;
import hplhetero.ffm.Pages;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;

/**
 * The translator between ranks joined by TCP. A rank sends its commands to a peer over a connection that it makes with its first command.
 * It carries out the other ranks' commands when it polls. Its port takes only connections that prove to have the job's token, each rank
 * once. A connection that does not prove so within 5 s is closed.
 */
public final class TcpTranslator implements Translator, Link.Receiver {
    /** Bytes of each of the two scratch memories. */
    private static final long SCRATCH_BYTES = 256 << 10;
    /** Number of polls between two looks for new connections. */
    private static final int POLLS_BETWEEN_ACCEPTS = 16;
    /** Number of polls between two reads of a connection on which no answer is awaited. */
    private static final int POLLS_BETWEEN_IDLE_READS = 64;
    /** Number of connections at most that have not shown a greeting; more wait in the system's queue. */
    private static final int MOST_STRANGERS = 1_024;
    /** Nanoseconds that a new connection has to show a greeting. */
    private static final long STRANGER_NANOS = 5_000_000_000L;
    /** Nanoseconds to the next try to accept a connection, after one failed. */
    private static final long NEXT_ACCEPT_NANOS = 100_000_000;
    /** Purpose of the key for what the rank that connected sends. */
    private static final String TO_PORT = "llc:tcp to the port";
    /** Purpose of the key for what the rank that connected is sent. */
    private static final String FROM_PORT = "llc:tcp from the port";
    private static final VarHandle WORD = JAVA_LONG.varHandle();

    private final int rank;
    private final InetAddress address;
    private final JobToken token;
    private final boolean secure;
    /** Nanoseconds that a stranger, a connection without a greeting, has to show one. */
    private final long strangerNanos;
    /** The challenge of this port; a greeting must have a proof for it. */
    private final byte[] challenge = JobToken.nonce();
    /** Ranks that have connected to this port. */
    private final BitSet greeted = new BitSet();
    private final ServerSocketChannel server;
    private final MemorySegment readScratch = Arena.ofAuto().allocate(SCRATCH_BYTES, 64);
    private final MemorySegment writeScratch = Arena.ofAuto().allocate(SCRATCH_BYTES, 64);
    /** Connections that other ranks have made to this port. */
    private final List<Link> incoming = new ArrayList<>();
    /** Connections that this rank has made to other ranks. */
    private final List<Link> outgoing = new ArrayList<>();
    /** Connections to this port that have not shown a greeting. */
    private final List<Link> strangers = new ArrayList<>();
    /** Address of each peer's port, indexed by rank. */
    private InetSocketAddress[] addresses = new InetSocketAddress[16];
    /** Connection to each peer, indexed by rank; null until the first command to it. */
    private Link[] links = new Link[16];
    /** Challenge of each peer's port, indexed by rank. */
    private byte[][] challenges = new byte[16][];
    /** Registered memory; a registration is the index, its key the index plus 1. Null: free. */
    private final List<MemorySegment> registered = new ArrayList<>();
    private MemorySegment area;
    /** Numbers of commands that are done and have not been told, the first {@link #doneCount}. */
    private long[] done = new long[32];
    private int doneCount;
    /** The listener of the poll that is going on, to which answers are told. */
    private Completions listening;
    /** Number of peers that {@link #reach} has told of. */
    private int reached;
    /** Time from which a new connection may be accepted, as of {@link System#nanoTime}. */
    private long acceptAt = System.nanoTime();
    private int polls;

    /**
     * Opens the port of {@code rank} at {@code address}.
     *
     * @param address address of this host, by which all other hosts reach it; the port listens only there
     * @param token   secret of the job
     * @param secure  whether everything that is sent is encrypted and authenticated
     * @throws CommException when no port can be had
     */
    public TcpTranslator(InetAddress address, JobToken token, boolean secure, int rank) {
        this(address, token, secure, rank, STRANGER_NANOS);
    }

    /**
     * Opens the port of {@code rank} at {@code address}, with another limit for connections that do not prove to belong to the job.
     *
     * @param strangerNanos nanoseconds after which a connection is closed that has not shown a greeting
     */
    TcpTranslator(InetAddress address, JobToken token, boolean secure, int rank, long strangerNanos) {
        this.rank = rank;
        this.address = address;
        this.token = token;
        this.secure = secure;
        this.strangerNanos = strangerNanos;
        try {
            server = ServerSocketChannel.open();
            server.bind(new InetSocketAddress(address, 0), 4_096);
            server.configureBlocking(false);
        } catch (IOException e) {
            throw new CommException("rank " + rank + " cannot open a port at " + address.getHostAddress() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String description() {
        return "TCP from " + address.getHostAddress() + (secure ? ", encrypted" : "");
    }

    @Override
    public MemorySegment allocate(long bytes) {
        // the area has mostly rings that few peers write to: a mapped page counts only when it is touched, and not as the JVM's limited
        // direct memory
        expose(Pages.SUPPORTED ? Pages.map(Arena.ofAuto(), bytes) : Arena.ofAuto().allocate(bytes, Pages.BYTES));
        return area;
    }

    @Override
    public void expose(MemorySegment memory) {
        area = memory;
    }

    @Override
    public byte[] address() {
        return (address.getHostAddress() + " " + server.socket().getLocalPort() + " " + HexFormat.of().formatHex(challenge))
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void reach(int peer, byte[] text) {
        String[] parts = new String(text, StandardCharsets.UTF_8).split(" ");
        if (peer >= addresses.length) {
            addresses = Arrays.copyOf(addresses, Math.max(peer + 1, 2 * addresses.length));
            links = Arrays.copyOf(links, addresses.length);
            challenges = Arrays.copyOf(challenges, addresses.length);
        }
        reached++;
        addresses[peer] = new InetSocketAddress(parts[0], Integer.parseInt(parts[1]));
        challenges[peer] = HexFormat.of().parseHex(parts[2]);
    }

    private Link link(int peer) {
        if (links[peer] == null) {
            try {
                SocketChannel channel = SocketChannel.open();
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.configureBlocking(false);
                boolean connected = channel.connect(addresses[peer]);
                links[peer] = new Link(channel, name(peer), this, readScratch, writeScratch, connected);
                links[peer].greet(Greeting.of(token, rank, challenges[peer]));
                protect(links[peer], rank, challenges[peer], TO_PORT, FROM_PORT);
                outgoing.add(links[peer]);
            } catch (IOException e) {
                throw new CommException(name(peer) + " cannot be reached: " + e.getMessage(), e);
            }
        }
        return links[peer];
    }

    /**
     * Has a connection encrypted and authenticated, if this translator is to be secure.
     *
     * @param connected rank that has connected to the port
     * @param port      challenge of the port
     * @param mine      purpose of the key for what this rank sends
     * @param theirs    purpose of the key for what this rank is sent
     */
    private void protect(Link link, int connected, byte[] port, String mine, String theirs) {
        if (secure) {
            byte[] nonce = Greeting.bytes(connected);
            link.protect(RecordCipher.sealing(token, mine, port, nonce), RecordCipher.opening(token, theirs, port, nonce));
        }
    }

    private String name(int peer) {
        return "rank " + peer + (addresses[peer] == null ? "" : " at " + addresses[peer].getHostString() + ":" + addresses[peer].getPort());
    }

    @Override
    public long register(int peer, MemorySegment memory) {
        int free = registered.indexOf(null);
        if (free < 0) {
            registered.add(memory);
            return registered.size() - 1L;
        }
        registered.set(free, memory);
        return free;
    }

    @Override
    public long describe(long registration, MemorySegment into) {
        into.set(JAVA_LONG, 0, registration + 1);
        return Long.BYTES;
    }

    @Override
    public void deregister(long registration) {
        registered.set((int) registration, null);
    }

    @Override
    public long attach(int peer, MemorySegment descriptor, long offset, long bytes) {
        return descriptor.get(JAVA_LONG, offset);
    }

    @Override
    public void detach(int peer, long key) {
        // a key that is not used any more takes no resources
    }

    @Override
    public boolean put(int peer, long key, long offset, MemorySegment source, long sourceOffset, long bytes, long wordOffset, long word,
            long command) {
        Link link = link(peer);
        WireFrame frame = link.add();
        frame.kind = WireFrame.PUT;
        frame.command = command;
        frame.key = key;
        frame.offset = offset;
        frame.bytes = bytes;
        frame.source = source;
        frame.sourceOffset = sourceOffset;
        frame.wordOffset = wordOffset;
        frame.word = word;
        link.flush();
        if (frame.written == frame.length()) {
            return true;
        }
        frame.silent = false;
        return false;
    }

    @Override
    public void get(int peer, long offset, long command) {
        ask(peer, WireFrame.GET, offset, 0, 0, command);
    }

    @Override
    public void compareAndSwap(int peer, long offset, long expected, long desired, long command) {
        ask(peer, WireFrame.SWAP, offset, desired, expected, command);
    }

    @Override
    public void fetchAdd(int peer, long offset, long addend, long command) {
        ask(peer, WireFrame.ADD, offset, addend, 0, command);
    }

    private void ask(int peer, int kind, long offset, long word, long expected, long command) {
        Link link = link(peer);
        word(link, kind, offset, word, expected, command);
        link.awaited++;
        link.flush();
    }

    private static void word(Link link, int kind, long offset, long word, long expected, long command) {
        WireFrame frame = link.add();
        frame.kind = kind;
        frame.command = command;
        frame.offset = offset;
        frame.word = word;
        frame.expected = expected;
    }

    @Override
    public boolean poll(Completions completions) {
        listening = completions;
        boolean moved = doneCount > 0;
        int told = doneCount;
        for (int i = 0; i < told; i++) {
            completions.completed(done[i], 0);
        }
        System.arraycopy(done, told, done, 0, doneCount - told);
        doneCount -= told;
        polls++;
        if (incoming.size() < reached && polls % POLLS_BETWEEN_ACCEPTS == 0) {
            moved |= accept();
        }
        for (int i = 0; i < incoming.size(); i++) {
            Link link = incoming.get(i);
            moved |= link.read();
            moved |= link.hasOutput() && link.flush();
        }
        for (int i = 0; i < outgoing.size(); i++) {
            Link link = outgoing.get(i);
            moved |= link.hasOutput() && link.flush();
            moved |= (link.awaited > 0 || polls % POLLS_BETWEEN_IDLE_READS == 0) && link.read();
        }
        return moved;
    }

    /** Takes new connections, of ranks and of strangers. A failure, because too many files are open, is followed by another try later. */
    private boolean accept() {
        long now = System.nanoTime();
        if (strangers.size() < MOST_STRANGERS && now - acceptAt >= 0) {
            try {
                SocketChannel channel = server.accept();
                if (channel != null) {
                    channel.configureBlocking(false);
                    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                    strangers.add(new Link(channel, channel.getRemoteAddress().toString().replace("/", ""), this, readScratch,
                            writeScratch, true));
                }
            } catch (IOException e) {
                acceptAt = now + NEXT_ACCEPT_NANOS;
            }
        }
        boolean moved = false;
        for (int i = strangers.size() - 1; i >= 0; i--) {
            moved |= admit(strangers.get(i), i, now);
        }
        return moved;
    }

    private boolean admit(Link link, int index, long now) {
        Greeting greeting = null;
        try {
            greeting = link.greeting();
            if (greeting == null && now - link.since() < strangerNanos) {
                return false;
            }
        } catch (IOException closed) {
            // not a rank of this job: a rank tries again, or is missed
        }
        strangers.remove(index);
        if (greeting != null && greeting.isGenuine(token, challenge) && !greeted.get(greeting.rank())) {
            greeted.set(greeting.rank());
            link.isOf(greeting.rank());
            protect(link, greeting.rank(), challenge, FROM_PORT, TO_PORT);
            incoming.add(link);
        } else {
            link.close();
        }
        return true;
    }

    @Override
    public void accept(Link link, WireFrame frame) {
        switch (frame.kind) {
            case WireFrame.PUT -> {
                if (frame.bytes == 0) {
                    WORD.setRelease(area, frame.wordOffset, frame.word);
                }
            }
            case WireFrame.GET -> answer(link, frame, (long) WORD.getAcquire(area, frame.offset));
            case WireFrame.SWAP -> answer(link, frame,
                    (long) WORD.compareAndExchange(area, frame.offset, frame.expected, frame.word));
            case WireFrame.ADD -> answer(link, frame, (long) WORD.getAndAdd(area, frame.offset, frame.word));
            default -> {
                link.awaited--;
                listening.completed(frame.command, frame.word);
            }
        }
    }

    private static void answer(Link link, WireFrame frame, long value) {
        word(link, WireFrame.ANSWER, 0, value, 0, frame.command);
    }

    @Override
    public void accept(WireFrame frame, MemorySegment memory, long at, long from, long bytes) {
        MemorySegment target = frame.key == AREA ? area : registered.get((int) frame.key - 1);
        MemorySegment.copy(memory, at, target, frame.offset + from, bytes);
        if (from + bytes == frame.bytes) {
            WORD.setRelease(area, frame.wordOffset, frame.word);
        }
    }

    @Override
    public void written(WireFrame frame) {
        if (frame.kind == WireFrame.PUT && !frame.silent) {
            if (doneCount == done.length) {
                done = Arrays.copyOf(done, 2 * doneCount);
            }
            done[doneCount++] = frame.command;
        }
    }

    @Override
    public String waits() {
        long open = outgoing.stream().filter(Link::hasOutput).count();
        return open == 0 ? "" : open + " TCP connections to take what is written";
    }

    @Override
    public void close() {
        incoming.forEach(Link::close);
        outgoing.forEach(Link::close);
        strangers.forEach(Link::close);
        try {
            server.close();
        } catch (IOException e) {
            throw new CommException("a port could not be closed: " + e.getMessage(), e);
        }
    }
}
