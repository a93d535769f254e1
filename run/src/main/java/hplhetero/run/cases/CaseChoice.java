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
import java.util.List;
import java.util.Optional;

/**
 * The tests of a run.
 *
 * @param dat   the values, after overriding
 * @param cases the tests in netlib's order
 * @param ranks ranks that the largest grid needs
 * @param sized whether nobody asked for an N, so that one that suits the machine is to be found
 * @param notes what was read, and what was replaced in it, for people
 */
public record CaseChoice(HplDat dat, List<HplCase> cases, int ranks, boolean sized, List<String> notes) {
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
        boolean sized = read.isEmpty() && overrides.ns().isEmpty();
        return expanded(dat, map, sized, notes);
    }

    /** The same values with this one order in place of the others. */
    public CaseChoice withN(int n, String why) {
        HplDat other = dat.with(HplDatOverrides.builder().n(String.valueOf(n)).build());
        List<String> more = new ArrayList<>(notes);
        more.add(why);
        return expanded(other, cases.getFirst().map(), false, more);
    }

    private static CaseChoice expanded(HplDat dat, MapSpec map, boolean sized, List<String> notes) {
        List<HplCase> cases = CaseExpander.expand(dat, map);
        int ranks = cases.stream().mapToInt(HplCase::ranks).max().orElseThrow();
        return new CaseChoice(dat, cases, ranks, sized, List.copyOf(notes));
    }
}
