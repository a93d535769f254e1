package hplhetero.run.option;

import hplhetero.hpl.problem.Bitflip;
import hplhetero.hpl.problem.TrustSettings;
import hplhetero.hpl.problem.VerifySteps;
import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Option;

/** The options for tests of a factorization while it runs. */
@Heading(Topic.TESTS)
public final class VerifyOption {
    private static final String FLIP = "--emulate-bitflip";
    private static final int LEAST_PARTS = 3;
    private static final int MOST_PARTS = 4;
    private static final int MOST = Integer.MAX_VALUE;
    private static final int HIGHEST_BIT = 62;

    @Option(names = {"--verify-steps"}, paramLabel = "no|sample|all", defaultValue = "no",
            description = "Test the factorization while it runs, by checksums that are carried along: nothing (default), as much as costs "
                    + "at most 2 %%, or everything after each panel. A wrong number ends the test at once, and the output names the host "
                    + "(docs/trust.md).")
    private VerifySteps steps = VerifySteps.NO;

    @Option(names = {"--correct"}, description = "With --verify-steps: put a single wrong number right and go on.")
    private boolean correct;

    @Option(names = {FLIP}, paramLabel = "RANK:STEP:PHASE[:BIT],...", description = "Emulate errors: flip a bit in the memory of a rank in "
            + "a panel step, for tests and demonstrations. PHASE is input, factor, receive, pack, swap, update or u.")
    private String flips;

    /**
     * Returns what is tested, and which bits flip on purpose. Does not check the ranks against their number.
     *
     * @throws InputException when an error cannot be read, or is to be put right while nothing is tested
     */
    public TrustSettings settings() {
        if (correct && steps == VerifySteps.NO) {
            throw new InputException("--correct: nothing is tested, so no error is found: give --verify-steps sample or all too");
        }
        List<Bitflip> all = new ArrayList<>();
        for (String one : flips == null ? new String[0] : flips.split(",", -1)) {
            all.add(flip(one.strip()));
        }
        return new TrustSettings(steps, correct, all);
    }

    private static Bitflip flip(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length < LEAST_PARTS || parts.length > MOST_PARTS) {
            throw new InputException("option " + FLIP + ": expected RANK:STEP:PHASE[:BIT], found `" + text
                    + "`: give such as 1:20:update:54");
        }
        Bitflip.Phase phase = Arrays.stream(Bitflip.Phase.values()).filter(one -> one.word().equals(parts[2])).findFirst()
                .orElseThrow(() -> new InputException("option " + FLIP + ": expected a phase of " + Bitflip.Phase.words() + ", found `"
                        + parts[2] + "`: give one of these"));
        int bit = parts.length < MOST_PARTS ? Bitflip.USUAL_BIT : OptionText.integer(FLIP, parts[MOST_PARTS - 1], 0, HIGHEST_BIT);
        return new Bitflip(OptionText.integer(FLIP, parts[0], 0, MOST), OptionText.integer(FLIP, parts[1], 0, MOST), phase, bit);
    }
}
