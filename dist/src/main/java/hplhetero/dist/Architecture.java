package hplhetero.dist;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** A kind of processor, with the names that options, file names, Debian, RPM and jars use for it. */
enum Architecture {
    X86_64("x86-64", "amd64", "x86_64", "x86[-_]64|amd64"),
    ARM64("arm64", "arm64", "aarch64", "aarch64|arm64");

    /** The pattern that finds the processor in the path of a native file, or in the name of a jar that holds only native files. */
    private static final Pattern OF_LINUX = Pattern.compile("(?:^|[/-])linux[-_/](?:lib[a-z]+_)?([a-z0-9_-]+?)(?:/|\\.jar$|\\.so$)",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern NATIVE = Pattern.compile(".*(\\.so(\\.[0-9]+)*|\\.dll|\\.dylib|\\.jnilib|\\.a)");

    private final String word;
    private final String debian;
    private final String rpm;
    private final Pattern names;

    /**
     * Makes an architecture with its names.
     *
     * @param word   the name in options and in names of files
     * @param debian the name in Debian
     * @param rpm    the name in RPM, which is Linux's own (uname -m)
     * @param names  pattern of all names that the processor has, in any case
     */
    Architecture(String word, String debian, String rpm, String names) {
        this.word = word;
        this.debian = debian;
        this.rpm = rpm;
        this.names = Pattern.compile(names, Pattern.CASE_INSENSITIVE);
    }

    /** Returns the name in options and in names of files. */
    String word() {
        return word;
    }

    /** Returns the name in Debian. */
    String debian() {
        return debian;
    }

    /** Returns the name in RPM, which is also Linux's own: what {@code uname -m} prints. */
    String rpm() {
        return rpm;
    }

    /** Returns the architecture that has this name among its names; empty where none has. */
    static Optional<Architecture> named(String name) {
        return Arrays.stream(values()).filter(one -> one.names.matcher(name).matches()).findFirst();
    }

    /**
     * Returns the architecture of this JVM.
     *
     * @throws DistException when packages are not made for this architecture
     */
    static Architecture here() {
        String name = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return named(name).orElseThrow(() -> new DistException("os.arch=" + name + ": packages are made for x86-64 and arm64 alone"));
    }

    /**
     * Returns whether a package for this architecture needs a file: whether the file is for this architecture, or for all.
     *
     * @param path name of a jar, or of an entry in a jar
     */
    boolean takes(String path) {
        Optional<String> of = OF_LINUX.matcher(path).results().map(found -> found.group(1)).findFirst();
        boolean ours = of.isPresent() && names.matcher(of.get()).matches();
        return NATIVE.matcher(path).matches() || path.endsWith(".jar") && of.isPresent() ? ours : true;
    }
}
