package hplhetero.comm.transport.llc.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.TransportOptions;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The translator of UCX by itself, between two ranks of this process. */
final class UcxTranslatorIT {
    /** More than the translator has places for. */
    private static final int COMMANDS = 3_000;
    private static final long AREA_BYTES = 8L * COMMANDS;

    /** An engine that gives many watched commands before it polls is told of each once, and nothing waits for that poll. */
    @Test
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @Needs(Component.UCX)
    void shouldTellOfCommandsThatWereDoneBeforeThePoll() throws InterruptedException {
        try (UcxTranslator asks = new UcxTranslator(TransportOptions.usual(failure -> { }), 0);
                UcxTranslator answers = new UcxTranslator(TransportOptions.usual(failure -> { }), 1)) {
            asks.allocate(AREA_BYTES);
            MemorySegment area = answers.allocate(AREA_BYTES);
            for (int i = 0; i < COMMANDS; i++) {
                area.setAtIndex(ValueLayout.JAVA_LONG, i, 7L * i);
            }
            asks.reach(1, answers.address());
            boolean[] over = new boolean[1];
            Thread server = new Thread(() -> serve(answers, over));
            server.start();
            Map<Long, Long> told = new HashMap<>();
            for (int i = 0; i < COMMANDS; i++) {
                asks.get(1, 8L * i, i + 1);
            }
            while (told.size() < COMMANDS) {
                asks.poll((command, word) -> assertThat(told.put(command, word)).as("command %d is told again", command).isNull());
            }
            synchronized (over) {
                over[0] = true;
            }
            server.join();
            told.forEach((command, word) -> assertThat(word).isEqualTo(7 * (command - 1)));
            assertThat(asks.waits()).isEmpty();
        }
    }

    /** Moves on what others ask of a rank: by some of its transports UCX answers only then. */
    private static void serve(UcxTranslator translator, boolean[] over) {
        while (true) {
            translator.poll((command, word) -> { });
            synchronized (over) {
                if (over[0]) {
                    return;
                }
            }
        }
    }
}
