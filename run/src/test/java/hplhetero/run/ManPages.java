package hplhetero.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** Makes the manual pages as AsciiDoc, one a command: {@code ManPages FOLDER VERSION}; asciidoctor makes troff of them. */
final class ManPages {
    /** Of a group of options, with the colon that it has in help. */
    private static final Pattern HEADING = Pattern.compile("^==  (.*):$", Pattern.MULTILINE);

    private ManPages() {
    }

    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        CommandLine root = HplCommand.HELP.all();
        root.getCommandSpec().versionProvider(null).version("hpl-hetero " + arguments[1]);
        write(folder, root);
    }

    private static void write(Path folder, CommandLine command) throws IOException {
        CommandSpec spec = command.getCommandSpec();
        spec.version(spec.root().version());
        spec.usageMessage().footerHeading("Notes%n").footer(paragraphs(spec.usageMessage().footer()));
        StringWriter page = new StringWriter();
        ManPageGenerator.writeSingleManPage(new PrintWriter(page, true), spec);
        Files.writeString(folder.resolve(spec.qualifiedName("-") + ".adoc"), HEADING.matcher(page.toString()).replaceAll("=== $1"));
        for (CommandLine below : command.getSubcommands().values()) {
            if (!below.getCommandSpec().usageMessage().hidden()) {
                write(folder, below);
            }
        }
    }

    /** Command lines, which are indented, are paragraphs of their own in AsciiDoc, and shown as they are. */
    private static String[] paragraphs(String[] lines) {
        List<String> text = new ArrayList<>();
        boolean before = false;
        for (String line : lines) {
            boolean verbatim = line.startsWith("  ");
            if (verbatim != before) {
                text.add("");
            }
            text.add(line);
            before = verbatim;
        }
        return text.toArray(String[]::new);
    }
}
