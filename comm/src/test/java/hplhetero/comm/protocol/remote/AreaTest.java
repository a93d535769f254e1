package hplhetero.comm.protocol.remote;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.protocol.remote.SchedulePolicy.Order;
import java.lang.foreign.Arena;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** The layout of the memory that all ranks may write. */
final class AreaTest {
    private static final int RANKS = 5;
    private static final RemoteLimits LIMITS = new RemoteLimits(4_096, 4, 3 * InRing.bytes(4_096, 4), 4, 16, 6,
            new SchedulePolicy(Order.FIRST_COME, 8_192, 1));

    /** Gives memory, and can do nothing else. */
    private final Translator translator = (Translator) Proxy.newProxyInstance(Translator.class.getClassLoader(),
            new Class<?>[] {Translator.class}, (proxy, method, arguments) -> Arena.ofAuto().allocate((long) arguments[0], 4_096));
    private final Area area = new Area(RANKS, LIMITS, translator);
    private long end;

    /** The next place of the layout begins where the one before has ended, or behind it, on a multiple of its alignment. */
    private void next(String name, long offset, long bytes, long alignment) {
        assertThat(offset).as(name).isBetween(end, end + Math.max(alignment, 64) - 1);
        assertThat(offset % alignment).as("alignment of " + name).isZero();
        end = offset + bytes;
    }

    @Test
    void shouldGiveEachPlaceBytesOfItsOwn() {
        next("lock", Area.LOCK, 8, 8);
        next("request", Area.REQUEST, 8, 8);
        for (int slot = 0; slot < LIMITS.commandSlots(); slot++) {
            next("command slot " + slot, area.commandSlot(slot), Area.COMMAND_BYTES, 64);
        }
        for (int rank = 0; rank < RANKS; rank++) {
            next("credit of rank " + rank, area.credit(rank), 64, 64);
        }
        for (int index = 0; index < LIMITS.words(); index++) {
            next("notice " + index, area.notice(index), 64, 64);
        }
        next("rings", area.rings(), LIMITS.ringBytes(), 4_096);
        for (int slot = 0; slot < LIMITS.landingSlots(); slot++) {
            next("landing slot " + slot, area.landing(slot), LIMITS.policy().segmentBytes(), 4_096);
        }
        next("the end", area.memory().byteSize(), 0, 4_096);
    }
}
