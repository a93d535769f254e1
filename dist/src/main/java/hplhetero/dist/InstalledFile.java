package hplhetero.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file or a link that a package for a package manager (.deb or .rpm) puts into a system: the program lies in /usr/lib/hpl-hetero, with
 * {@code hpl} on the PATH, and the texts lie where Linux distributions keep them.
 *
 * @param name   path in the system, without the slash in front
 * @param file   the file with the content; null for a link
 * @param target what a link points to; null for a file
 * @param mode   permissions of a file, such as 0755
 */
record InstalledFile(String name, Path file, String target, int mode) {
    private static final String HOME = "usr/lib/hpl-hetero/";
    private static final String TEXTS = "usr/share/doc/hpl-hetero/";
    /** The top-level names in an unpacked release that make up the program. Every other name except share is a text. */
    private static final List<String> PROGRAM = List.of("hpl", "lib", "runtime", "package.properties");

    /**
     * Returns all files and links that a package puts into a system, sorted by their names in the release.
     *
     * @param root      the folder with the unpacked release
     * @param copyright a file to be written, with the texts of NOTICE and LICENSE
     * @param zsh       the folder in /usr/share/zsh in which the distribution's zsh looks for completions of packages
     */
    static List<InstalledFile> of(Path root, Path copyright, String zsh) throws IOException {
        List<InstalledFile> all = new ArrayList<>();
        for (Path file : Archive.sorted(root)) {
            String name = place(root.relativize(file).toString()).replace("/zsh/site-functions/", "/zsh/" + zsh + "/");
            if (Files.isSymbolicLink(file)) {
                all.add(new InstalledFile(name, null, Files.readSymbolicLink(file).toString(), 0));
            } else if (Files.isRegularFile(file)) {
                all.add(new InstalledFile(name, file, null, Archive.mode(file)));
            }
        }
        all.add(new InstalledFile("usr/bin/hpl", null, "../lib/hpl-hetero/hpl", 0));
        StringBuilder text = new StringBuilder();
        for (String name : List.of("NOTICE", "LICENSE")) {
            if (Files.exists(root.resolve(name))) {
                text.append(Files.readString(root.resolve(name))).append('\n');
            }
        }
        Files.writeString(copyright, text);
        all.add(new InstalledFile(TEXTS + "copyright", copyright, null, Archive.FILE));
        return all;
    }

    /** Returns whether this is a link. */
    boolean isLink() {
        return target != null;
    }

    private static String place(String name) {
        String top = name.replaceFirst("/.*", "");
        return top.equals("share") ? "usr/" + name : (PROGRAM.contains(top) ? HOME : TEXTS) + name;
    }
}
