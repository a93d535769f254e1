package hplhetero.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The Java runtime in a package: the few modules that the program needs, linked by jlink. */
final class LinkedRuntime {
    /**
     * The modules that jdeps cannot see because they are found by name, and those that libraries need: kernels (jdk.incubator.vector), JNA
     * (jdk.unsupported), Jackson (java.xml, some of whose classes it names). Libraries also name java.desktop, java.naming and java.sql,
     * but nothing of these is used.
     */
    private static final List<String> NAMED = List.of("java.base", "java.logging", "java.management", "java.xml", "jdk.incubator.vector",
            "jdk.management", "jdk.unsupported");
    /**
     * The option that leaves out Debian's symbols, tools and indexes that only a JDK uses, the certificates and domain names that only
     * programs use which read from the web, and native code for sorting and for functions such as sine of vectors. Java sorts without it.
     */
    private static final String FILES = "--exclude-files=**.debuginfo,**/bin/keytool,**/lib/jexec,**/lib/classlist,**/lib/jrt-fs.jar,"
            + "**/lib/security/cacerts,**/lib/security/public_suffix_list.dat,**/lib/libsimdsort.so,**/lib/libjsvml.so";
    /** The option that leaves out the JDK's messages in other languages. */
    private static final String TRANSLATIONS =
            "--exclude-resources=regex:/.*_(ca|cs|de|es|fr|it|ja|ko|pt_BR|sk|sv|tr|zh_CN|zh_HK|zh_TW)\\.(class|properties)";

    private LinkedRuntime() {
    }

    /**
     * Links a runtime with the modules that the program needs.
     *
     * @param jdk  the source of the modules
     * @param ours the program's own jars, whose needed modules jdeps finds
     * @param to   a folder that does not exist yet
     */
    static void link(Jdk jdk, List<Path> ours, Path to) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(jdk.jlink());
        // uncompressed modules start sooner, and make the archive smaller that contains them
        words.addAll(List.of("--add-modules", String.join(",", modules(ours)), "--strip-java-debug-attributes", "--compress", "zip-0",
                "--no-header-files", "--no-man-pages", "--vm", "server", FILES, TRANSLATIONS, "--output", to.toString()));
        Tool.run(words);
        if (!Files.isRegularFile(to.resolve("lib/modules"))) {
            throw new DistException("jlink has made no runtime in " + to);
        }
    }

    /**
     * Returns the names of the Java modules that the program needs: those that jdeps finds, and those that must be named.
     *
     * @param jars the program's own jars
     */
    static Set<String> modules(List<Path> jars) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "jdeps").toString(),
                "--print-module-deps", "--ignore-missing-deps", "--multi-release", "25", "--add-modules", "jdk.incubator.vector"));
        jars.stream().map(Path::toString).forEach(words::add);
        Set<String> all = new TreeSet<>(NAMED);
        // jdeps prints warnings first, and the modules in its last line
        all.addAll(Arrays.asList(Tool.run(words).lines().reduce("", (first, last) -> last).split(",")));
        return all;
    }
}
