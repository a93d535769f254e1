package hplhetero.run.cases;

import hplhetero.input.HplDat;
import hplhetero.input.HplDatReader;
import hplhetero.input.Settings;
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
public record InputFile(Optional<HplDat> dat, List<String> notes) {
    /** Netlib's name for the input file, looked for in the working folder. */
    public static final String FILE_NAME = "HPL.dat";

    /**
     * Reads the file named, else the one in the working folder, if there is one.
     *
     * @param file   the file named, if one was
     * @param folder the working folder
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

    /** Returns the settings in the lines after the 31st of HPL.dat. */
    public Settings settings() {
        return dat.map(HplDat::settings).orElse(Settings.NONE);
    }
}
