package hplhetero.comm.protocol.remote.rendezvous;

import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.protocol.remote.Translator;
import java.util.ArrayDeque;
import java.util.ArrayList;

/** The objects that stand for long messages to this rank, which are used again and again. Owner: the rank's thread. */
public final class LongReceivePool {
    /** All objects, indexed by their number. */
    private final ArrayList<LongReceive> all = new ArrayList<>();
    /** The objects that stand for no message at present. */
    private final ArrayDeque<LongReceive> spare = new ArrayDeque<>();

    /** Returns the object with this number. */
    LongReceive get(int number) {
        return all.get(number);
    }

    /** Returns an object that stands for no message. */
    LongReceive take() {
        if (spare.isEmpty()) {
            all.add(new LongReceive(all.size()));
            spare.push(all.getLast());
        }
        return spare.pop();
    }

    /** Returns an object for a message from this rank to itself. */
    public LongReceive takeOwn(ProtocolRequest send) {
        LongReceive message = take();
        message.begin(send.worldPeer(), send.bytes(), 0, Translator.AREA);
        message.own = send;
        return message;
    }

    /** Takes the object of a message back and completes {@code receive}, whose buffer holds the message's data. */
    public void finish(LongReceive message, ProtocolRequest receive) {
        message.receive = null;
        message.own = null;
        spare.push(message);
        receive.finishReceive(message.source, message.bytes);
    }
}
