package hplhetero.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** The jars of the program, each without the files that one architecture does not need. */
final class Jars {
    static final String MAIN = "run.jar";
    /**
     * The pattern of entries that no class of ours, nor a library for us, loads. They are JavaCPP's side of OpenBLAS, files for compilers
     * and native-image, JNA's and OSHI's sides of other systems, and LAPACK in the jar in which netlib-java wants its BLAS.
     */
    private static final Pattern UNUSED = Pattern.compile("org/bytedeco/.*/(libjni[^/]*|(include|lib)/.*)|META-INF/native-image/.*"
            + "|com/sun/jna/platform/(win32|mac|wince)/.*|oshi/.*/(windows|mac|aix|solaris|[a-z]*bsd)/.*|org/netlib/(arpack|lapack)/.*");

    private Jars() {
    }

    /**
     * Returns the main jar and the jars that its class path names. Other files beside them may be of an older build.
     *
     * @param application the folder with the program's jars
     */
    static List<Path> of(Path application) throws IOException {
        List<Path> all = new ArrayList<>(List.of(application.resolve(MAIN)));
        try (JarFile jar = new JarFile(all.getFirst().toFile())) {
            for (String name : jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH).split(" ")) {
                all.add(application.resolve(name));
            }
        }
        return all;
    }

    /**
     * Writes a copy of a jar with only the entries that are needed. Where all are needed, the copy has the same bytes as the jar.
     *
     * @param jar          the jar
     * @param to           the file to be written
     * @param architecture the architecture whose native files are needed
     * @param time         the time that every entry gets where some entries are left out
     */
    static void copy(Path jar, Path to, Architecture architecture, Instant time) throws IOException {
        Predicate<String> needed = name -> architecture.takes(name) && !UNUSED.matcher(name).matches();
        try (ZipFile from = new ZipFile(jar.toFile())) {
            if (from.stream().map(ZipEntry::getName).allMatch(needed)) {
                Files.copy(jar, to);
                return;
            }
            try (OutputStream file = Files.newOutputStream(to); ZipOutputStream out = new ZipOutputStream(file)) {
                out.setLevel(Deflater.BEST_COMPRESSION);
                for (Enumeration<? extends ZipEntry> entries = from.entries(); entries.hasMoreElements();) {
                    ZipEntry entry = entries.nextElement();
                    if (!entry.isDirectory() && needed.test(entry.getName())) {
                        copy(from, entry, out, time);
                    }
                }
            }
        }
    }

    private static void copy(ZipFile from, ZipEntry entry, ZipOutputStream out, Instant time) throws IOException {
        ZipEntry copy = new ZipEntry(entry.getName());
        // a time without a time zone gives the same bytes everywhere
        copy.setTimeLocal(LocalDateTime.ofInstant(time, ZoneOffset.UTC));
        out.putNextEntry(copy);
        try (InputStream in = from.getInputStream(entry)) {
            in.transferTo(out);
        }
        out.closeEntry();
    }
}
