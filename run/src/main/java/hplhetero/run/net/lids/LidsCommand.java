package hplhetero.run.net.lids;

import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import hplhetero.input.topology.PathTableFile;
import hplhetero.input.topology.RootFile;
import hplhetero.input.topology.Subnet;
import hplhetero.input.topology.Topology;
import hplhetero.input.topology.TopologyFileReader;
import hplhetero.network.lid.LidMethod;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.TableFabric;
import hplhetero.results.format.Page;
import hplhetero.results.format.WholeFile;
import hplhetero.run.help.Candidates;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.net.lids.JobQuestion.Tables;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.progress.ProgressMonitor;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.OutputDevice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** The command {@code hpl net lids}, which chooses by which LID each rank sends to each other one. */
@Command(name = "lids", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Chooses the path (LID) from each rank to each other rank, so that no link is a hot spot.",
        description = {"Works on fat trees with several paths to each node: paths= in the topology file, or the LIDs that a subnet manager "
                + "gave (LMC). docs/lids.md explains more.", "",
            "Compares the tables of several methods. 'contended' counts stages in which a link between switches is more loaded than the "
                + "most loaded link of any node. 'load' is the load of the most loaded link between switches; 1 is the load of the most "
                + "loaded link of a node. 'slowdown' tells how many times as long the stages take as without hot spots.", ""},
        footer = {"", "Examples:",
            "  ./hpl net lids --topology my.topology --table my.lids --picture lids.svg",
            "  ./hpl net lids --topology my.topology --grid 8x8 --table my.lids",
            "  ./hpl net lids --topology ib.topology --for alltoall --write my.lft",
            "", "Exit code: 0 chosen, 1 a file could not be written, 2 the input or an option cannot be used."})
@Heading(Topic.QUESTION)
public final class LidsCommand implements Callable<Integer> {
    /** The most ranks. A table of paths for more does not fit the memory of a small computer together with what is made to choose it. */
    private static final int MOST_RANKS = 4096;

    @Heading(Topic.NETWORK)
    @Option(names = {"--topology"}, paramLabel = "FILE", required = true,
            description = "File that describes a fat tree and where the ranks sit in it (docs/topology-file.md).")
    private Path topology;

    @Heading(Topic.NETWORK)
    @Option(names = {"--roots"}, paramLabel = "FILE", description = "For 'fabric infiniband': the tree's root switches, by GUID, one on "
            + "each line, as in OpenSM's root_guid_file. Default: found from the numbers of nodes at switches.")
    private Path roots;

    @Mixin
    private JobOptions job = new JobOptions();

    @Option(names = {"--lids"}, paramLabel = "n", description = "Number of paths to each node that may be used; default: all.")
    private String lids;

    @Common
    @Option(names = {"--method"}, paramLabel = "M", defaultValue = "colouring", completionCandidates = Methods.class,
            description = "Method whose table is taken: single (path 0), sender-wise (one path for each sender; the only table that "
                    + "'hpl run --lid-table' can follow over an MPI), node-wise (one path for each receiving node), paper (the six steps "
                    + "of Naruse and others) or colouring (default).")
    private String method;

    @Common
    @Heading(Topic.OUTPUT)
    @Option(names = {"--table"}, paramLabel = "FILE", description = "Write the table to this file, for topology files "
            + "(lids file=FILE) and 'hpl run --lid-table FILE'.")
    private Path table;

    @Common
    @Heading(Topic.OUTPUT)
    @Option(names = {"--write"}, paramLabel = "FILE", description = "For 'fabric infiniband': make new forwarding tables, choose among "
            + "their paths, and write them to this file for OpenSM's FILE engine (docs/lids-opensm.md).")
    private Path write;

    @Heading(Topic.OUTPUT)
    @Option(names = {"--for-job"},
            description = "With --write: make tables for this job alone, which need fewer LIDs; default: tables for any job.")
    private boolean forJob;

    @Common
    @Heading(Topic.OUTPUT)
    @Option(names = {"--picture", "--out"}, paramLabel = "FILE",
            description = "Draw the worst stage as SVG: with one LID for each node, and below it with the table.")
    private Path out;

    @Common
    @Heading(Topic.OUTPUT)
    @Option(names = {"--json"}, paramLabel = "FILE", description = "Also write all results to this file as JSON.")
    private Path json;

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    /** The words of {@code --method}. */
    static final class Methods extends Candidates {
        /** Makes the list that completion offers. */
        Methods() {
            super(() -> Arrays.stream(LidMethod.values()).map(LidMethod::label).toList());
        }
    }

    @Override
    public Integer call() throws IOException {
        checkFiles();
        JobQuestion question = question();
        LidsAnswer answer;
        try (ProgressMonitor progress = shown.progress()) {
            progress.begins("choosing paths", LidsAnswer.steps(question));
            answer = LidsAnswer.of(question, progress::done);
        } catch (IllegalArgumentException cannot) {
            throw new InputException(topology + ": " + question.method().label() + ": " + cannot.getMessage(), cannot);
        }
        String drawn = out == null ? "" : drawn(answer);
        Page page = shown.page();
        String assumed = question.subnet().stream().flatMap(subnet -> subnet.notes().stream()).map(note -> "Assumed: " + note + "\n")
                .collect(Collectors.joining());
        System.out.print(page.fold("Topology: " + question.placement() + "\n" + assumed)
                + ComparisonText.of(answer.comparison(), answer.before(), page));
        if (out != null) {
            WholeFile.write(out, drawn);
        }
        write(question, answer, page);
        if (json != null) {
            WholeFile.write(json, new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(answer.comparison()) + "\n");
        }
        return ExitCode.OK;
    }

    private void checkFiles() {
        if (forJob && write == null) {
            throw new InputException("--for-job: is about forwarding tables, add --write FILE or drop it");
        }
        check("--table", table);
        check("--write", write);
        check("--picture", out);
        check("--json", json);
    }

    private static void check(String option, Path file) {
        if (file != null) {
            OutputDevice.checkReplaceable(option, file);
        }
    }

    private JobQuestion question() {
        Topology read = TopologyFileReader.read(topology);
        LidMethod chosen = OptionText.oneOf("--method", method, List.of(LidMethod.values()), LidMethod::label);
        if (forJob && chosen != LidMethod.COLOURING && chosen != LidMethod.SENDER_WISE) {
            throw new InputException("--for-job --method " + method + ": only colouring and sender-wise make tables for one job: take one "
                    + "of these methods, or drop --for-job");
        }
        Placement placement = rooted(placement(read), read.subnet());
        return new JobQuestion(placement, requested(placement), chosen, paths(placement.fabric()), tables(read.subnet()), read.subnet());
    }

    private Placement placement(Topology read) {
        Fabric fabric = read.fabric();
        if (!(fabric instanceof FatTree || fabric instanceof TableFabric)) {
            throw new InputException(topology + ": describes a " + fabric.name() + ": paths are chosen in fat trees only, describe one by "
                    + "fabric fattree, kary, table or infiniband");
        }
        if (fabric.paths() < 2) {
            throw new InputException(topology + ": has one path to each node, there is nothing to choose: " + (read.subnet().isPresent()
                    ? read.subnet().get().fewestLids().map(adapter -> adapter + ": ").orElse("")
                            + "have the subnet manager give more LIDs (opensm -l LMC, for 2^LMC)"
                    : "write the number of paths at the end of the line `fabric`, such as paths=6"));
        }
        Placement placement = read.placement().orElseThrow(() -> new InputException(topology + ": does not say where ranks sit: add a line "
                + "such as `ranks 0-15 nodes=0-15`"));
        if (placement.ranks() < 2 || placement.ranks() > MOST_RANKS) {
            throw new InputException(topology + ": has ranks=" + placement.ranks() + ": must be 2.." + MOST_RANKS
                    + ", place as many with lines such as `ranks 0-15 nodes=0-15`");
        }
        return placement;
    }

    /** Returns the placement on the fabric with the roots that {@code --roots} names. */
    private Placement rooted(Placement placement, Optional<Subnet> subnet) {
        if (roots == null) {
            return placement;
        }
        Subnet known = subnet.orElseThrow(() -> new InputException("--roots " + roots + ": switches have GUIDs in 'fabric infiniband' "
                + "only: drop the option"));
        Placement rooted = placement.on(known.fabric().withRoots(RootFile.read(roots, known)));
        return placement.paths().map(rooted::over).orElse(rooted);
    }

    private List<RequestedTraffic> requested(Placement placement) {
        List<RequestedTraffic> requested = job.requested(placement);
        if (requested.isEmpty()) {
            throw new InputException(topology + ": no rank sends anything in what --for names: name something else, or a larger --grid");
        }
        return requested;
    }

    private int paths(Fabric fabric) {
        int paths = lids == null ? fabric.paths() : OptionText.integer("--lids", lids, 1);
        if (paths > fabric.paths()) {
            throw new InputException("option --lids: expected 1.." + fabric.paths() + ", found `" + lids + "`: " + topology
                    + " has " + fabric.paths() + " paths to each node");
        }
        return paths;
    }

    private Tables tables(Optional<Subnet> subnet) {
        if (write == null) {
            return Tables.FOUND;
        }
        if (subnet.isEmpty()) {
            throw new InputException("--write " + write + ": forwarding tables are written for 'fabric infiniband' only, because its GUIDs "
                    + "and ports are known: save ibnetdiscover and dump_lfts (docs/topology-file.md), or write the table of paths with "
                    + "--table");
        }
        return forJob ? Tables.FOR_JOB : Tables.GENERAL;
    }

    private String drawn(LidsAnswer answer) {
        try {
            return BeforeAfter.svg(answer);
        } catch (IllegalArgumentException e) {
            throw new InputException("--picture " + out + ": cannot be drawn: " + e.getMessage(), e);
        }
    }

    private void write(JobQuestion question, LidsAnswer answer, Page page) throws IOException {
        if (table != null) {
            WholeFile.write(table, PathTableFile.write(answer.table(), about(question, answer)));
            said(page, table, "Table: " + table + ", for topology files: lids file=" + relativeToTopology(table));
        }
        if (write != null) {
            WholeFile.write(write, question.subnet().orElseThrow().write((TableFabric) answer.after().fabric()));
            said(page, write, "Forwarding tables: " + write + ", for opensm -R file,no_fallback -U " + write);
        }
    }

    /** Returns a file's name as a topology file in the folder of {@code --topology} would give it. */
    private Path relativeToTopology(Path file) {
        Path whole = file.toAbsolutePath().normalize();
        return whole.getParent().equals(topology.toAbsolutePath().normalize().getParent()) ? whole.getFileName() : whole;
    }

    private static void said(Page page, Path file, String words) {
        if (!WholeFile.isStream(file)) {
            System.out.println(page.fold(words));
        }
    }

    private static List<String> about(JobQuestion question, LidsAnswer answer) {
        TableComparison told = answer.comparison();
        Result taken = told.taken();
        List<String> about = new ArrayList<>(List.of("paths by which " + told.ranks() + " ranks send, for "
                + JobOptions.words(answer.requested()), "chosen by ./hpl net lids: " + told.chosen() + ", " + told.paths() + " paths, "
                + taken.contended() + " of " + taken.stages() + " stages contended", "on " + answer.after().fabric().name()));
        Placement placement = question.placement();
        for (int rank = 0; rank < placement.ranks(); rank++) {
            about.add("rank " + rank + " host " + placement.fabric().nodeName(placement.nodeOf(rank))
                    + (told.firstLids() == null ? "" : " first LID " + told.firstLids().get(rank)));
        }
        return about;
    }
}
