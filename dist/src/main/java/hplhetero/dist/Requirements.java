package hplhetero.dist;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The requirements of a package's native files on a system, as the files' tables of names show them.
 *
 * @param glibc     the oldest version of the C library that has all functions called
 * @param libraries further libraries of the runtime, which only some JDKs need, such as libz.so.1
 */
record Requirements(String glibc, List<String> libraries) {
    /** Libraries that a runtime may need, with Debian's packages of them. */
    private static final Map<String, String> PACKAGES = Map.of("libstdc++.so.6", "libstdc++6", "libgcc_s.so.1", "libgcc-s1",
            "libz.so.1", "zlib1g");
    private static final Pattern GLIBC = Pattern.compile("\0GLIBC_(2(?:\\.[0-9]+)+)(?=\0)");
    private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};

    /** Returns the requirements of all ELF files in a folder, including those inside jars. */
    static Requirements of(Path root) throws IOException {
        Set<String> versions = new TreeSet<>(Comparator.comparing(Requirements::number));
        Set<String> libraries = new TreeSet<>();
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.filter(Files::isRegularFile).filter(file -> !Files.isSymbolicLink(file)).toList();
        }
        for (Path file : files) {
            for (String text : file.toString().endsWith(".jar") ? inJar(file) : elf(Files.readAllBytes(file))) {
                GLIBC.matcher(text).results().map((MatchResult found) -> found.group(1)).forEach(versions::add);
                if (!file.toString().endsWith(".jar")) {
                    PACKAGES.keySet().stream().filter(name -> text.contains("\0" + name + "\0")).forEach(libraries::add);
                }
            }
        }
        return new Requirements(versions.isEmpty() ? "2.17" : new ArrayList<>(versions).getLast(), List.copyOf(libraries));
    }

    /** Returns Debian's packages with the further libraries. */
    List<String> packages() {
        return libraries.stream().map(PACKAGES::get).sorted().toList();
    }

    private static List<String> inJar(Path jar) throws IOException {
        List<String> all = new ArrayList<>();
        try (ZipFile file = new ZipFile(jar.toFile())) {
            for (Enumeration<? extends ZipEntry> entries = file.entries(); entries.hasMoreElements();) {
                ZipEntry entry = entries.nextElement();
                if (entry.getName().contains(".so")) {
                    try (InputStream in = file.getInputStream(entry)) {
                        all.addAll(elf(in.readAllBytes()));
                    }
                }
            }
        }
        return all;
    }

    private static List<String> elf(byte[] bytes) {
        return bytes.length > ELF.length && Arrays.equals(bytes, 0, ELF.length, ELF, 0, ELF.length)
                ? List.of(new String(bytes, StandardCharsets.ISO_8859_1)) : List.of();
    }

    /** Returns a number that sorts a version of glibc 2, such as 2.2.5 before 2.17. */
    private static double number(String version) {
        String[] parts = version.split("\\.");
        return Integer.parseInt(parts[1]) + (parts.length > 2 ? Integer.parseInt(parts[2]) / 1000.0 : 0);
    }
}
