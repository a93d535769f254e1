package hplhetero.network.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import hplhetero.network.model.HockneyFit.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HockneyFitTest {
    private static final double LATENCY = 5e-6;
    private static final double PER_BYTE = 1 / 1.2e9;

    private static List<Sample> samples(double noise, Random random) {
        List<Sample> samples = new ArrayList<>();
        for (long bytes = 8; bytes <= 4 << 20; bytes *= 4) {
            samples.add(new Sample(bytes, (LATENCY + bytes * PER_BYTE) * (1 + noise * (2 * random.nextDouble() - 1))));
        }
        return samples;
    }

    @Test
    void shouldFindTheNumbersThatTimesWereMadeOf() {
        LinkCost fit = HockneyFit.fit(samples(0, new Random(1)));
        assertThat(fit.latency()).isCloseTo(LATENCY, within(1e-9 * LATENCY));
        assertThat(fit.secondsPerByte()).isCloseTo(PER_BYTE, within(1e-9 * PER_BYTE));
        assertThat(fit).isEqualTo(LinkCost.hockney(fit.latency(), fit.secondsPerByte()));
    }

    /** Errors of 5 % in milliseconds must not hide microseconds. */
    @Test
    void shouldFitSmallAndLargeAlike() {
        long seed = 20261126;
        Random random = new Random(seed);
        for (int trial = 0; trial < 200; trial++) {
            LinkCost fit = HockneyFit.fit(samples(0.05, random));
            assertThat(fit.latency()).as("seed %d, trial %d", seed, trial).isCloseTo(LATENCY, within(0.05 * LATENCY));
            assertThat(fit.secondsPerByte()).as("seed %d, trial %d", seed, trial).isCloseTo(PER_BYTE, within(0.05 * PER_BYTE));
        }
    }

    /** By hand: 1 s for 0 bytes and 3 s for 1: relative errors vanish at a = 1, b = 2. With 2 s for 0 and 1 s for 1, b would be -1. */
    @Test
    void shouldNeverGoBelowZero() {
        LinkCost exact = HockneyFit.fit(List.of(new Sample(0, 1), new Sample(1, 3)));
        assertThat(exact.latency()).isCloseTo(1, within(1e-12));
        assertThat(exact.secondsPerByte()).isCloseTo(2, within(1e-12));
        // least (a/2 - 1)^2 + (a - 1)^2: a = 1.5 / 1.25
        assertThat(HockneyFit.fit(List.of(new Sample(0, 2), new Sample(1, 1)))).isEqualTo(LinkCost.hockney(1.2, 0));
        // a would be -1
        LinkCost bytes = HockneyFit.fit(List.of(new Sample(1, 1), new Sample(2, 3)));
        assertThat(bytes.latency()).isZero();
        assertThat(bytes.secondsPerByte()).isCloseTo((1 + 2.0 / 3) / (1 + 4.0 / 9), within(1e-12));
    }

    @Test
    void shouldTakeMessagesOfOneSize() {
        assertThat(HockneyFit.fit(List.of(new Sample(0, 3e-6), new Sample(0, 3e-6)))).isEqualTo(LinkCost.hockney(3e-6, 0));
        LinkCost one = HockneyFit.fit(List.of(new Sample(100, 1e-5)));
        assertThat(one.latency()).isZero();
        assertThat(one.seconds(100, 1)).isCloseTo(1e-5, within(1e-15));
    }

    /** Up to 64 KiB go into a buffer at twice the speed. */
    @Test
    void shouldBelieveTheLongestMessagesOfANetwork() {
        List<Sample> samples = new ArrayList<>();
        for (long bytes = 8; bytes <= 1 << 20; bytes *= 2) {
            samples.add(new Sample(bytes, LATENCY + Math.min(bytes, 1 << 16) * PER_BYTE / 2 + Math.max(0, bytes - (1 << 16)) * PER_BYTE));
        }
        LinkCost fit = HockneyFit.fitNetwork(samples);
        assertThat(fit.secondsPerByte()).isCloseTo(PER_BYTE, within(0.05 * PER_BYTE));
        assertThat(fit.seconds(1 << 20, 0)).isCloseTo(samples.getLast().seconds(), within(1e-6 * samples.getLast().seconds()));
    }

    @Test
    void shouldRefuseWhatCannotHaveBeenMeasured() {
        assertThatThrownBy(() -> HockneyFit.fit(List.of())).hasMessageContaining("samples=0");
        assertThatThrownBy(() -> new Sample(1, 0)).hasMessageContaining("seconds=0");
        assertThatThrownBy(() -> new Sample(1, Double.NaN)).hasMessageContaining("seconds=NaN");
        assertThatThrownBy(() -> LinkCost.hockney(-1, 0)).hasMessageContaining("latency=-1.0");
    }

    @Test
    void shouldTellOverheadsFromLatency() {
        LinkCost cost = LinkCost.hockney(5e-6, 1e-9).apart(1e-6, 1.5e-6, 0.1e-6, 4);
        assertThat(cost.latency()).isCloseTo(2.1e-6, within(1e-15));
        assertThat(cost.seconds(1000, 4)).isCloseTo(6e-6, within(1e-15));
        assertThat(cost.seconds(0, 2)).isCloseTo(4.8e-6, within(1e-15));
        assertThat(LinkCost.hockney(1e-6, 0).apart(1e-6, 1e-6, 0, 2).latency()).isZero();
    }
}
