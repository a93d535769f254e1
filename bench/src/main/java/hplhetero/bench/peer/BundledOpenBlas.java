package hplhetero.bench.peer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The OpenBLAS of the Maven jar, unpacked into a folder that other programs can load it from. */
public final class BundledOpenBlas {
    /** The names of the libraries' files, in the order in which they must be loaded. */
    private static final List<String> LIBRARIES =
            List.of("libgcc_s.so.1", "libquadmath.so.0", "libgfortran.so.5", "libopenblas.so.0");

    private BundledOpenBlas() {
    }

    /** Unpacks the libraries into {@code folder}, where {@code libblas.so.3} is OpenBLAS too. */
    public static Path unpack(Path folder) throws IOException {
        String platform = "linux-" + (System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x86_64");
        for (String library : LIBRARIES) {
            String resource = "/org/bytedeco/openblas/" + platform + "/" + library;
            try (InputStream in = BundledOpenBlas.class.getResourceAsStream(resource)) {
                if (in != null) { // arm64 has no libquadmath
                    Files.copy(in, folder.resolve(library));
                }
            }
        }
        Files.createSymbolicLink(folder.resolve("libblas.so.3"), Path.of("libopenblas.so.0"));
        return folder;
    }

    /** Returns the paths of the libraries in an unpacked folder, in loading order. */
    static List<Path> libraries(Path folder) {
        return LIBRARIES.stream().map(folder::resolve).filter(Files::exists).toList();
    }
}
