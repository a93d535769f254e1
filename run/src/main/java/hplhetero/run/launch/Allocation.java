package hplhetero.run.launch;

import hplhetero.input.text.HostNames;
import hplhetero.input.text.InputException;
import hplhetero.input.text.TextFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The hosts that a batch system has given to the job in which this process runs, with the ranks that the batch system would start there.
 *
 * @param variable the environment variable that names the hosts
 * @param hosts    the hosts, with the tasks or slots of the job on each
 */
public record Allocation(String variable, HostList hosts) {
    private static final String SLURM = "SLURM_JOB_NODELIST";
    private static final String SLURM_TASKS = "SLURM_TASKS_PER_NODE";
    /** Variables that Slurm sets only where the user has asked for a number of tasks. */
    private static final List<String> SLURM_ASKED = List.of("SLURM_NTASKS", "SLURM_NTASKS_PER_NODE");
    private static final String PBS = "PBS_NODEFILE";
    private static final String LSF = "LSB_MCPU_HOSTS";
    private static final String GRID_ENGINE = "PE_HOSTFILE";
    /** Pattern of a number of tasks in Slurm's short form: {@code 2(x3)} stands for three nodes with two tasks each. */
    private static final Pattern TASKS = Pattern.compile("([0-9]{1,9})(?:\\(x([0-9]{1,6})\\))?");
    private static final String REMEDY = ": give the hosts by --hosts, or --hosts none for this host alone";

    /**
     * Returns the hosts that Slurm, PBS, LSF or Grid Engine has given to this job; empty outside a job.
     *
     * @param environment the environment variables of this process
     * @throws InputException when the list of the batch system cannot be read, naming its variable
     */
    public static Optional<Allocation> of(Map<String, String> environment) {
        return one(environment, SLURM).map(list -> new Allocation(SLURM, slurm(list, environment)))
                .or(() -> one(environment, PBS).map(file -> new Allocation(PBS, HostList.read(Path.of(file)))))
                .or(() -> one(environment, LSF).map(list -> new Allocation(LSF, pairs(LSF, List.of(list.strip().split("\\s+"))))))
                .or(() -> one(environment, GRID_ENGINE).map(file -> new Allocation(GRID_ENGINE, gridEngine(Path.of(file)))));
    }

    private static Optional<String> one(Map<String, String> environment, String variable) {
        return Optional.ofNullable(environment.get(variable)).filter(value -> !value.isBlank());
    }

    /** Returns whether Slurm has given the hosts. */
    public boolean isOfSlurm() {
        return variable.equals(SLURM);
    }

    /** Returns whether the job has this host and no other. */
    public boolean isHereOnly() {
        return hosts.names().stream().allMatch(OwnHost::is);
    }

    private static HostList slurm(String list, Map<String, String> environment) {
        List<String> names = HostNames.expand(list, "environment variable " + SLURM);
        boolean asked = SLURM_ASKED.stream().anyMatch(environment::containsKey);
        List<Integer> tasks = asked ? one(environment, SLURM_TASKS).map(Allocation::tasks).orElse(List.of()) : List.of();
        if (!tasks.isEmpty() && tasks.size() != names.size()) {
            throw new InputException(SLURM_TASKS + "=" + environment.get(SLURM_TASKS) + ": tells of " + tasks.size() + " nodes, but "
                    + SLURM + " has " + names.size() + REMEDY);
        }
        return HostList.of(names, tasks.isEmpty() ? Collections.nCopies(names.size(), 1) : tasks, SLURM);
    }

    /** Returns the number of tasks on each node, from a text such as {@code 2(x3),1}. */
    private static List<Integer> tasks(String text) {
        List<Integer> all = new ArrayList<>();
        for (String part : text.strip().split(",", -1)) {
            Matcher matcher = TASKS.matcher(part);
            if (!matcher.matches()) {
                throw new InputException(SLURM_TASKS + "=" + text + ": expected numbers such as 2(x3),1" + REMEDY);
            }
            int nodes = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
            for (int node = 0; node < nodes; node++) {
                all.add(positive(SLURM_TASKS, matcher.group(1)));
            }
        }
        return all;
    }

    /** Returns the hosts of Grid Engine's file, whose lines are host, slots, queue and processors. */
    private static HostList gridEngine(Path file) {
        return TextFile.read(file, TextFile.Kind.HOSTS, text -> pairs(GRID_ENGINE, text.lines().stream().filter(line -> !line.isBlank())
                .flatMap(line -> List.of(line.strip().split("\\s+")).stream().limit(2)).toList()));
    }

    /** Returns the hosts of a list of words, a host and its number of slots in turn. */
    private static HostList pairs(String variable, List<String> words) {
        if (words.size() % 2 != 0) {
            throw new InputException(variable + ": expected a number of slots behind each host, found `" + words.getLast() + "` at the end"
                    + REMEDY);
        }
        List<String> hosts = new ArrayList<>();
        List<Integer> slots = new ArrayList<>();
        for (int i = 0; i < words.size(); i += 2) {
            hosts.add(words.get(i));
            slots.add(positive(variable, words.get(i + 1)));
        }
        return HostList.of(hosts, slots, variable);
    }

    private static int positive(String variable, String text) {
        if (!text.matches("[1-9][0-9]{0,8}")) {
            throw new InputException(variable + ": expected a number of tasks >= 1, found `" + text + "`" + REMEDY);
        }
        return Integer.parseInt(text);
    }
}
