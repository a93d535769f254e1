package hplhetero.run.net.paper;

import hplhetero.input.text.InputException;
import hplhetero.results.format.WholeFile;
import hplhetero.run.terminal.OutputDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The papers whose figures are made again. */
public final class Papers {
    private static final Set<String> KNOWN = new TreeSet<>(List.of("fattree", "hotspot", "torus"));

    private Papers() {
    }

    /**
     * Makes the figures of some papers: an SVG and a CSV file each, and {@code claims.md}. Files have the same bytes each time.
     *
     * @param names  names of papers, {@code torus}, {@code fattree}, {@code hotspot}, with commas between
     * @param folder the folder for the files, made where there is none
     * @param progress is told what is being done
     * @return whether each claim holds here, as Markdown
     * @throws InputException when a name is not known, or the folder cannot be made
     */
    public static String write(String names, Path folder, Consumer<String> progress) throws IOException {
        List<String> papers = List.of(names.split(",", -1));
        for (String name : papers) {
            if (!KNOWN.contains(name)) {
                throw InputException.unknownWord("option --paper: expected " + String.join(", ", KNOWN) + ", found `" + name
                        + "`: give some of these", name, List.copyOf(KNOWN));
            }
        }
        made(folder);
        List<Figure> figures = new ArrayList<>();
        List<Claim> claims = new ArrayList<>();
        if (papers.contains("torus")) {
            progress.accept("tori, figures 2 to 4");
            TorusPaper torus = new TorusPaper();
            figures.addAll(torus.figures());
            claims.addAll(torus.claims());
        }
        if (papers.contains("fattree")) {
            progress.accept("fat trees, figures 3 to 15");
            FatTreePaper tree = new FatTreePaper();
            figures.addAll(tree.figures());
            claims.addAll(tree.claims());
        }
        if (papers.contains("hotspot")) {
            progress.accept("hot spots, figures 8 and 9");
            HotSpotPaper hotSpots = new HotSpotPaper();
            figures.addAll(hotSpots.figures());
            claims.addAll(hotSpots.claims());
        }
        for (Figure figure : figures) {
            WholeFile.write(folder.resolve(figure.name() + ".svg"), figure.svg());
            WholeFile.write(folder.resolve(figure.name() + ".csv"), figure.csv());
        }
        StringBuilder text = new StringBuilder("| figures | the paper says | here too | figures here |\n|---|---|---|---|\n");
        claims.forEach(claim -> text.append(claim.row()));
        WholeFile.write(folder.resolve("claims.md"), text.toString());
        return text.toString();
    }

    private static void made(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException cannot) {
            throw new InputException("--output " + folder + ": the folder cannot be made: name another", cannot);
        }
        OutputDevice.checkFolder("--output", folder);
    }
}
