package hplhetero.run.cases;

import hplhetero.input.HplDat;
import hplhetero.input.HplDatReader;
import hplhetero.input.Settings;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The HPL.dat of a run, where there is one.
 *
 * @param dat   the values of the file; empty where there is none
 * @param notes which file was taken, and what was replaced in it, for people
 */
public record InputFile(Optional<HplDat> dat, List<String> notes) implements Serializable {
    /** Netlib's name for the input file, looked for in the working folder. */
    public static final String FILE_NAME = "HPL.dat";

    /**
     * Reads the input file that the user named, else the file {@value #FILE_NAME} in the working folder. Where the user named none and the
     * folder has none, returns a record without values and without notes.
     *
     * @param file   the input file that the user named; empty where the user named none
     * @param folder the working folder, in which {@value #FILE_NAME} is looked for
     * @throws hplhetero.input.text.InputException when the file cannot be read or used, with a message to be shown
     */
    public static InputFile find(Optional<Path> file, Path folder) {
        Path present = folder.resolve(FILE_NAME);
        if (file.isEmpty() && !Files.exists(present)) {
            return new InputFile(Optional.empty(), List.of());
        }
        HplDat dat = HplDatReader.read(file.orElse(present));
        Stream<String> taken = file.isEmpty() ? Stream.of("reading ./" + FILE_NAME) : Stream.empty();
        return new InputFile(Optional.of(dat), Stream.concat(taken, dat.notes().stream()).toList());
    }

    /**
     * Returns the program's own settings, which stand in HPL.dat after its 31 lines of netlib's; {@link Settings#NONE} where there is no
     * file.
     */
    public Settings settings() {
        return dat.map(HplDat::settings).orElse(Settings.NONE);
    }
}
