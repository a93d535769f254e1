package hplhetero.input;

import java.nio.file.Path;

/** Reads HPL.dat. */
public final class HplDatReader {

    private HplDatReader() {
    }

    /** @throws InputException naming file, line, the text found, what was expected, the remedy */
    public static HplDat read(Path file) {
        throw new UnsupportedOperationException("not built yet");
    }
}
