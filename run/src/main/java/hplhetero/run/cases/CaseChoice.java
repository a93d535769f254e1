package hplhetero.run.cases;

import hplhetero.hpl.HplCase;
import hplhetero.hpl.MapSpec;
import hplhetero.input.CaseExpander;
import hplhetero.input.HplDat;
import hplhetero.input.HplDatOverrides;
import hplhetero.input.HplDatReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The tests of a run.
 *
 * @param dat   the values, after overriding
 * @param cases the tests in netlib's order
 * @param ranks ranks that the largest grid needs
 * @param open  what nobody asked for
 * @param notes what was read, and what was replaced in it, for people
 */
public record CaseChoice(HplDat dat, List<HplCase> cases, int ranks, Open open, List<String> notes) {
    /**
     * What is for the program to choose.
     *
     * @param n  whether an N that suits the machine is to be found
     * @param nb whether NB follows N
     */
    record Open(boolean n, boolean nb) {
        static final Open NOTHING = new Open(false, false);
    }

    /** Netlib's name for the input, looked for in the working folder. */
    public static final String FILE_NAME = "HPL.dat";

    /**
     * Reads what the user asked for.
     *
     * @param file      the file named, if one was
     * @param folder    the working folder
     * @param overrides the options given
     * @param map       the map of blocks for all tests
     * @throws hplhetero.input.InputException with a message to be shown
     */
    public static CaseChoice of(Optional<Path> file, Path folder, HplDatOverrides overrides, MapSpec map) {
        Path present = folder.resolve(FILE_NAME);
        boolean usePresent = file.isEmpty() && Files.exists(present);
        Optional<Path> read = usePresent ? Optional.of(present) : file;
        HplDat dat = read.map(HplDatReader::read).orElseGet(HplDat::defaults).with(overrides);
        List<String> notes = new ArrayList<>();
        if (usePresent) {
            notes.add("taking ./" + FILE_NAME);
        }
        notes.addAll(dat.notes());
        Open open = read.isPresent() ? Open.NOTHING : new Open(overrides.ns().isEmpty(), overrides.nbs().isEmpty());
        return expanded(open.nb() ? withFittingNb(dat) : dat, map, open, notes);
    }

    /** Whether nobody asked for an N, so that one that suits the machine is to be found. */
    public boolean sized() {
        return open.n();
    }

    /** The same tests with something more to say of them. */
    public CaseChoice withNote(String note) {
        return new CaseChoice(dat, cases, ranks, open, with(notes, note));
    }

    /** The same values with this one order in place of the others, and where NB is open, one that fits it. */
    CaseChoice withN(int n, String why) {
        HplDat other = dat.with(HplDatOverrides.builder().n(String.valueOf(n)).build());
        return expanded(open.nb() ? withFittingNb(other) : other, cases.getFirst().map(), Open.NOTHING, with(notes, why));
    }

    private static List<String> with(List<String> notes, String more) {
        return Stream.concat(notes.stream(), Stream.of(more)).toList();
    }

    /** One NB for all orders: the largest takes the most time. */
    private static HplDat withFittingNb(HplDat dat) {
        int nb = BlockSize.of(Collections.max(dat.ns()));
        return dat.with(HplDatOverrides.builder().nb(String.valueOf(nb)).build());
    }

    private static CaseChoice expanded(HplDat dat, MapSpec map, Open open, List<String> notes) {
        List<HplCase> cases = CaseExpander.expand(dat, map);
        int ranks = cases.stream().mapToInt(HplCase::ranks).max().orElseThrow();
        return new CaseChoice(dat, cases, ranks, open, List.copyOf(notes));
    }
}
