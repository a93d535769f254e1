package hplhetero.network.simulate;

import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.topology.Placement;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The messages on their way: from the end of their send overhead until they are there as a whole. Long messages wait here for their
 * receivers, and bytes for links. {@link Simulator} tells the rules. For one thread.
 */
final class Transit {
    private final Placement placement;
    private final Agenda agenda;
    private final Paths paths;
    private final Queues queues;
    /** Bytes of the longest message that leaves before its receiver is ready. */
    private final long eagerBytes;
    private final Messages messages;
    private final Flows flows;
    /** Bytes that passed each link of the fabric so far, indexed by link. */
    private final double[] bytes;
    /** Is told of each message that is there. */
    private final IntConsumer arrived;
    /** Is told of each member whose sending of a long message is over. */
    private final IntConsumer sent;

    private Members members;
    /** What an observer is told of messages; null where nobody observes the run. */
    private Sightings sightings;

    /**
     * Makes the ways of messages on a network.
     *
     * @param placement the network and the node of each rank
     * @param cost      cost of messages
     * @param queues    queues in links, in which short messages wait
     * @param many      number of messages above which {@link Flows} finds rates only at intervals
     * @param agenda    the virtual time
     * @param arrived   is told of each message that is there
     * @param sent      is told of each member whose sending of a long message is over
     */
    Transit(Placement placement, NetworkCost cost, Queues queues, int many, Agenda agenda, IntConsumer arrived, IntConsumer sent) {
        this.placement = placement;
        this.agenda = agenda;
        this.queues = queues;
        this.arrived = arrived;
        this.sent = sent;
        eagerBytes = cost.eagerBytes();
        paths = new Paths(placement, cost);
        messages = new Messages(paths.longest());
        flows = new Flows(messages, paths.capacities(), placement.ranks(), cost.manyToOne(), many);
        bytes = new double[placement.fabric().links()];
    }

    /**
     * Forgets all messages, for the next run.
     *
     * @param ofRun    the members that send and receive
     * @param observer hears of messages; null for none
     */
    void clear(Members ofRun, Observer observer) {
        members = ofRun;
        sightings = observer == null ? null : new Sightings(observer, messages);
        messages.clear();
        flows.clear();
        Arrays.fill(bytes, 0);
    }

    /** Returns the messages under way. */
    Messages messages() {
        return messages;
    }

    /** Returns a copy of the bytes that passed each link of the fabric so far, indexed by link. */
    double[] bytes() {
        return bytes.clone();
    }

    /** Returns the virtual time in seconds at which rates are to be found anew or a message leaves; infinite where there is none. */
    double next() {
        return flows.next();
    }

    /** Returns the virtual time in seconds at which the last byte of a message leaves next; infinite where there is none. */
    double nextEnd() {
        return flows.nextEnd();
    }

    /** Finds the rates of messages anew where this is due. */
    void renew() {
        flows.renew(agenda.now());
    }

    /** Returns the cost of messages between the ranks of two members. */
    LinkCost cost(int from, int to) {
        return paths.cost(members.rank[from], members.rank[to]);
    }

    /**
     * Sends a message.
     *
     * @param member   member that sends, in the stage that it is in
     * @param receiver member that receives
     * @param size     length of the message, in bytes
     * @param ahead    virtual time in seconds at which the sender has paid the send overhead
     */
    void send(int member, int receiver, long size, double ahead) {
        int stage = members.stage[member];
        paths.find(members.rank[member], members.rank[receiver]);
        LinkCost cost = paths.cost();
        double latency = cost.delay(size, paths.links());
        double spared = latency < 0 && cost.secondsPerByte() > 0 ? -latency / cost.secondsPerByte() : 0;
        boolean passes = size > spared && cost.secondsPerByte() > 0;
        int message = messages.add(member, receiver, stage, size, paths.path(), passes ? paths.length() : 0);
        messages.latency[message] = Math.max(0, latency);
        messages.spared[message] = spared;
        messages.ready[message] = ahead;
        if (sightings != null) {
            sightings.send(message, ahead - cost.sendOverhead());
        }
        count(size);
        if (size <= eagerBytes) {
            agenda.await(ahead, Agenda.FLOWS, message);
            return;
        }
        members.leaving[member]++;
        if (members.hasPosted(receiver, stage)) {
            agenda.await(Math.max(ahead, members.posted[receiver]), Agenda.FLOWS, message);
        } else {
            members.held.add(receiver, stage, message);
        }
    }

    private void count(long size) {
        for (int i = 0; i < paths.length() && paths.overLinks(); i++) {
            bytes[paths.path()[i]] += size;
        }
    }

    /** Posts the receives of a member's stage, and lets the messages flow that waited for this. */
    void postReceives(int member) {
        int upTo = members.post(member);
        for (int held = members.held.take(member, upTo); held != HeldMessages.NONE; held = members.held.take(member, upTo)) {
            agenda.await(Math.max(messages.ready[held], members.posted[member]), Agenda.FLOWS, held);
        }
    }

    /**
     * Handles the first byte of a message: its bytes flow at once or after a wait in queues. A message that flows over nothing has left at
     * once.
     */
    void flow(int message) {
        if (messages.passes[message] == 0) {
            if (sightings != null) {
                sightings.begin(message, agenda.now());
            }
            leave(message);
            return;
        }
        double queued = queues.delay(messages.bytes[message]) ? flows.queued(message, queues, bytes.length, agenda.now()) : 0;
        if (agenda.now() + queued > agenda.soon()) {
            agenda.await(agenda.now() + queued, Agenda.HAS_QUEUED, message);
        } else {
            flowOn(message);
        }
    }

    /** Lets the bytes of a message flow, which have waited in queues. */
    void flowOn(int message) {
        int receiver = members.rank[messages.receiver[message]];
        boolean within = placement.together(members.rank[messages.sender[message]], receiver);
        flows.begin(message, within ? IncastMessages.NONE : receiver, agenda.now());
        if (sightings != null) {
            sightings.begin(message, agenda.now());
        }
    }

    /** Handles the last byte of the message that leaves next. */
    void end() {
        int limit = flows.limitOfNext();
        int ended = flows.takeEnded();
        if (sightings != null) {
            sightings.end(ended, limit < bytes.length ? limit : Observer.NO_LINK);
        }
        leave(ended);
    }

    /** Handles the last byte of a message, which leaves: it is there one latency later, and a sender that waited for this goes on. */
    private void leave(int message) {
        int sender = messages.sender[message];
        boolean waits = messages.bytes[message] > eagerBytes;
        double there = agenda.now() + messages.latency[message];
        if (there > agenda.soon()) {
            agenda.await(there, Agenda.ARRIVES, message);
        } else {
            arrive(message);
        }
        if (waits) {
            members.leaving[sender]--;
            members.ready[sender] = Math.max(members.ready[sender], agenda.now());
            sent.accept(sender);
        }
    }

    /** Handles a message that is there as a whole. */
    void arrive(int message) {
        if (sightings != null) {
            int sender = messages.sender[message];
            sightings.tell(message, members.number[sender], members.rank[sender], members.rank[messages.receiver[message]], agenda.now());
        }
        arrived.accept(message);
    }
}
