package hplhetero.comm.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** The polls after which a rank sleeps, by a clock that the test moves. The lengths of the sleeps are 0 but for one test. */
final class BackOffTest {
    private static final long COMPUTING_NANOS = 1_000;
    /** The number of idle polls in a row before a rank sleeps, where threads outnumber cores. */
    private static final int POLLS_BEFORE_SLEEP = 24;

    private final CoreSharing cores = new CoreSharing(1);
    private long now = 5_000;
    private int sleeps;
    private volatile boolean awake;
    private final BackOff backOff = new BackOff(cores, COMPUTING_NANOS, () -> {
        sleeps++;
        return 0;
    }, () -> now);

    /** Makes idle polls, and waits {@code nanos} before each. */
    private void idle(int polls, long nanos) {
        for (int i = 0; i < polls; i++) {
            now += nanos;
            backOff.idle();
        }
    }

    /** Brings the rank to where its next idle poll sleeps. A rank that was never idle counts as one that has computed. */
    private void becomeSleepy() {
        backOff.shareCores();
        idle(9, 0);
        idle(POLLS_BEFORE_SLEEP, 0);
        assertThat(sleeps).isZero();
    }

    @Test
    void shouldSleepAfterTwentyFourIdlePollsInARow() {
        becomeSleepy();
        idle(1, 0);
        assertThat(sleeps).isEqualTo(1);
        idle(3, COMPUTING_NANOS);
        assertThat(sleeps).isEqualTo(4);
    }

    @Test
    void shouldNotSleepWhereEachThreadHasACore() {
        idle(1_000, 0);
        assertThat(sleeps).isZero();
    }

    @Test
    void shouldCountAgainOnceAPollHasFoundSomething() {
        becomeSleepy();
        backOff.advanced();
        idle(POLLS_BEFORE_SLEEP, 0);
        assertThat(sleeps).isZero();
        idle(1, 0);
        assertThat(sleeps).isEqualTo(1);
    }

    @Test
    void shouldCountAgainOnceTheRankHasComputedBetweenTwoPolls() {
        becomeSleepy();
        idle(1, COMPUTING_NANOS + 1);
        idle(POLLS_BEFORE_SLEEP, 0);
        assertThat(sleeps).isZero();
        idle(1, 0);
        assertThat(sleeps).isEqualTo(1);
    }

    @Test
    void shouldTakeCoresAsSharedWhereRanksOutnumberThem() {
        int available = Runtime.getRuntime().availableProcessors();
        assertThat(new CoreSharing(available).isOversubscribed()).isFalse();
        assertThat(new CoreSharing(available + 1).isOversubscribed()).isTrue();
    }

    @Test
    void shouldLeaveTheCoreWhileItSleeps() throws InterruptedException {
        BackOff sleeper = new BackOff(new CoreSharing(Integer.MAX_VALUE), COMPUTING_NANOS, () -> awake ? 0 : Long.MAX_VALUE, () -> 0);
        Thread rank = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < 1_000; i++) {
                sleeper.idle();
            }
        });
        Object blocker = null;
        while (rank.isAlive() && blocker == null) {
            blocker = LockSupport.getBlocker(rank);
        }
        awake = true;
        LockSupport.unpark(rank);
        rank.join();
        assertThat(blocker).isSameAs(sleeper);
    }
}
