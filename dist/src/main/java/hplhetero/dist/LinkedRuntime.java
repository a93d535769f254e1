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
     * What is found by name, where jdeps cannot see it, and what libraries need: kernels (jdk.incubator.vector), JNA (jdk.unsupported),
     * Jackson (java.xml, of which it names classes). Of java.desktop, java.naming and java.sql, which libraries name too, nothing is used.
     */
    private static final List<String> NAMED = List.of("java.base", "java.logging", "java.management", "java.xml", "jdk.incubator.vector",
            "jdk.management", "jdk.unsupported");
    /** Debian's symbols; tools and indexes for a JDK's use of its runtime. */
    private static final String FILES = "--exclude-files=**.debuginfo,**/bin/keytool,**/lib/jexec,**/lib/classlist,**/lib/jrt-fs.jar";
    /** The JDK's messages in other languages. */
    private static final String TRANSLATIONS =
            "--exclude-resources=regex:/.*_(ca|cs|de|es|fr|it|ja|ko|pt_BR|sk|sv|tr|zh_CN|zh_HK|zh_TW)\\.(class|properties)";

    private LinkedRuntime() {
    }

    /**
     * Links it.
     *
     * @param ours the program's own jars, of which jdeps says what they need
     * @param to   a folder that does not exist yet
     */
    static void link(Jdk jdk, List<Path> ours, Path to) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(jdk.jlink());
        // left uncompressed: it starts sooner so, and the archive that it comes in is the smaller
        words.addAll(List.of("--add-modules", String.join(",", modules(ours)), "--strip-java-debug-attributes", "--compress", "zip-0",
                "--no-header-files", "--no-man-pages", "--vm", "server", FILES, TRANSLATIONS, "--output", to.toString()));
        Tool.run(words);
        if (!Files.isRegularFile(to.resolve("lib/modules"))) {
            throw new DistException("jlink has made no runtime in " + to);
        }
    }

    static Set<String> modules(List<Path> jars) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "jdeps").toString(),
                "--print-module-deps", "--ignore-missing-deps", "--multi-release", "25", "--add-modules", "jdk.incubator.vector"));
        jars.stream().map(Path::toString).forEach(words::add);
        Set<String> all = new TreeSet<>(NAMED);
        // warnings come first
        all.addAll(Arrays.asList(Tool.run(words).lines().reduce("", (first, last) -> last).split(",")));
        return all;
    }
}
