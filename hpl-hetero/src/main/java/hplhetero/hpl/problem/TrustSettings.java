package hplhetero.hpl.problem;

import java.io.Serializable;
import java.util.List;

/**
 * What a run tests while it factors, and what it does about errors.
 *
 * @param steps   how much is tested
 * @param correct whether a single wrong element is put right, rather than the test ended
 * @param flips   bits that flip on purpose, for tests and demonstrations
 */
public record TrustSettings(VerifySteps steps, boolean correct, List<Bitflip> flips) implements Serializable {
    /** Nothing is tested, the matrix carries no checksums, and no bit flips on purpose. */
    public static final TrustSettings NONE = new TrustSettings(VerifySteps.NO, false);

    public TrustSettings {
        flips = List.copyOf(flips);
    }

    /** Makes settings under which no bit flips on purpose. */
    public TrustSettings(VerifySteps steps, boolean correct) {
        this(steps, correct, List.of());
    }

    /** Returns whether the matrix carries checksums. */
    public boolean verifies() {
        return steps != VerifySteps.NO;
    }
}
