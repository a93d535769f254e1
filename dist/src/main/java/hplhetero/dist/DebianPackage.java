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
 * The program as a package for Debian and its relatives.
 *
 * @param release      the build that is packed
 * @param architecture architecture of the native files in the package
 * @param needed       requirements of the native files
 */
record DebianPackage(Release release, Architecture architecture, Requirements needed) {
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
                Maintainer: %s
                Description: %s
                 %s
                """.formatted(release.versionWithTilde(), architecture.debian(), depends, release.maintainer(), Release.SUMMARY,
                Release.DESCRIPTION.replace("\n", "\n "));
    }

    private List<DataProducer> producers(Path root, Path work) throws IOException {
        List<DataProducer> all = new ArrayList<>();
        for (InstalledFile file : InstalledFile.of(root, work.resolve("copyright"), "vendor-completions")) {
            all.add(file.isLink() ? link(file.name(), file.target()) : file(file.file(), file.name(), file.mode()));
        }
        return all;
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
