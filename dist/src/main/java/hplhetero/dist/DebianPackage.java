package hplhetero.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vafer.jdeb.Console;
import org.vafer.jdeb.DataProducer;
import org.vafer.jdeb.DebMaker;
import org.vafer.jdeb.PackagingException;
import org.vafer.jdeb.mapping.Mapper;
import org.vafer.jdeb.producers.DataProducerFile;
import org.vafer.jdeb.producers.DataProducerLink;

/**
 * The program as a package for Debian and its relatives: the program lies in /usr/lib/hpl-hetero, with {@code hpl} on the PATH, and the
 * texts lie where Debian keeps them.
 *
 * @param release      the build that is packed
 * @param architecture architecture of the native files in the package
 * @param needed       requirements of the native files
 */
record DebianPackage(Release release, Architecture architecture, Requirements needed) {
    private static final String HOME = "usr/lib/hpl-hetero/";
    private static final String TEXTS = "usr/share/doc/hpl-hetero/";
    /** The top-level names in an unpacked release that make up the program. Every other name except share is a text. */
    private static final List<String> PROGRAM = List.of("hpl", "lib", "runtime", "package.properties");

    /**
     * Writes the package of an unpacked release.
     *
     * @param root the folder with the unpacked release
     * @param to   the package file to be written
     * @param work an existing folder for files that are needed on the way
     */
    void write(Path root, Path to, Path work) throws IOException {
        Path control = Files.createDirectory(work.resolve("control"));
        Files.writeString(control.resolve("control"), control());
        DebMaker maker = new DebMaker(new Quiet(), producers(root, work), List.of());
        maker.setControl(control.toFile());
        maker.setDeb(to.toFile());
        maker.setCompression("gzip");
        maker.setTarLongFileMode("gnu");
        maker.setOutputTimestampMs(release.time().toEpochMilli());
        try {
            maker.makeDeb();
        } catch (PackagingException e) {
            throw new IOException(e.getMessage() + ": " + e.getCause(), e);
        }
    }

    private String control() {
        String depends = Stream.concat(Stream.of("libc6 (>= " + needed.glibc() + ")", "bash"), needed.packages().stream())
                .collect(Collectors.joining(", "));
        return """
                Package: hpl-hetero
                Version: %s
                Section: science
                Priority: optional
                Architecture: %s
                Depends: %s
                Suggests: openmpi-bin | mpich | libmpj-java
                Maintainer: hpl-hetero maintainers <maintainers@hpl-hetero.invalid>
                Description: High-Performance Linpack benchmark for nodes that differ
                 Solves the same system as netlib HPL, reads the same HPL.dat and prints the
                 same text, but gives a faster process more of the matrix. A Java runtime and
                 OpenBLAS are inside.
                """.formatted(debianVersion(), architecture.debian(), depends);
    }

    /** Returns the version in Debian's form. A version with a tilde is older for Debian: 1.0~rc1 comes before 1.0. */
    private String debianVersion() {
        return release.version().replaceFirst("-", "~").replace('-', '.');
    }

    private List<DataProducer> producers(Path root, Path work) throws IOException {
        List<DataProducer> all = new ArrayList<>();
        for (Path file : Archive.sorted(root)) {
            String name = root.relativize(file).toString();
            if (Files.isSymbolicLink(file)) {
                all.add(link(place(name), Files.readSymbolicLink(file).toString()));
            } else if (Files.isRegularFile(file)) {
                all.add(file(file, place(name), Archive.mode(file)));
            }
        }
        all.add(link("usr/bin/hpl", "../lib/hpl-hetero/hpl"));
        Path copyright = work.resolve("copyright");
        StringBuilder text = new StringBuilder();
        for (String name : List.of("NOTICE", "LICENSE")) {
            if (Files.exists(root.resolve(name))) {
                text.append(Files.readString(root.resolve(name))).append('\n');
            }
        }
        Files.writeString(copyright, text);
        all.add(file(copyright, TEXTS + "copyright", Archive.FILE));
        return all;
    }

    private static String place(String name) {
        String top = name.replaceFirst("/.*", "");
        return top.equals("share") ? "usr/" + name : (PROGRAM.contains(top) ? HOME : TEXTS) + name;
    }

    private static DataProducer file(Path file, String name, int mode) {
        return new DataProducerFile(file.toFile(), name, null, null, new Mapper[] {entry -> {
            entry.setMode(entry.getMode() & ~Archive.EXECUTABLE | mode);
            return entry;
        }});
    }

    private static DataProducer link(String name, String target) {
        return new DataProducerLink(name, target, true, null, null, new Mapper[0]);
    }

    /** A console for the packaging library that shows only warnings, because its other messages say only which files it packs. */
    private static final class Quiet implements Console {
        @Override
        public void debug(String message) {
            // nothing to show: the message names a packed file
        }

        @Override
        public void info(String message) {
            // nothing to show: the message says that packing has begun
        }

        @Override
        public void warn(String message) {
            System.err.println("hpl: warning: " + message);
        }
    }
}
