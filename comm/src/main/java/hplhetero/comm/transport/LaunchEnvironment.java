package hplhetero.comm.transport;

import hplhetero.comm.CommException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What our launcher tells a rank's process through its environment.
 *
 * @param prefix      of the variables: {@code HPL_MPJ}, {@code HPL_LLC}
 * @param rank        this process' rank
 * @param size        the number of ranks
 * @param serverHost  where ranks find each other
 * @param serverPort  its port
 * @param key         by which ranks of a run are known, and no one else
 * @param ranksOnHost how many ranks this one's host has
 * @param address     the address to announce to the others; empty: the one from which the server is reached
 */
public record LaunchEnvironment(String prefix, int rank, int size, String serverHost, int serverPort, String key, int ranksOnHost,
        Optional<String> address) {
    private static final String RANK = "_RANK";
    private static final String ADDRESS = "_ADDRESS";
    private static final String SIZE = "_SIZE";
    private static final String SERVER = "_SERVER";
    private static final String KEY = "_KEY";
    private static final String RANKS_ON_HOST = "_RANKS_ON_HOST";

    public LaunchEnvironment {
        if (size < 1 || rank < 0 || rank >= size) {
            throw new CommException(prefix + RANK + "=" + rank + " " + prefix + SIZE + "=" + size + ": " + unlaunched(prefix));
        }
    }

    /** Whether our launcher has started this process. */
    public static boolean isThere(String prefix, Map<String, String> environment) {
        return environment.containsKey(prefix + RANK);
    }

    /** The variable by which a user says which address of a host is to be announced. */
    public static String addressVariable(String prefix) {
        return prefix + ADDRESS;
    }

    /** @throws CommException when a variable is missing or wrong */
    public static LaunchEnvironment of(String prefix, Map<String, String> environment) {
        String server = text(prefix, SERVER, environment);
        int colon = server.lastIndexOf(':');
        if (colon < 1) {
            throw new CommException(prefix + SERVER + "=" + server + " is not host:port: " + unlaunched(prefix));
        }
        return new LaunchEnvironment(prefix, number(prefix, RANK, text(prefix, RANK, environment)),
                number(prefix, SIZE, text(prefix, SIZE, environment)), server.substring(0, colon).replaceAll("[\\[\\]]", ""),
                number(prefix, SERVER, server.substring(colon + 1)), text(prefix, KEY, environment),
                number(prefix, RANKS_ON_HOST, environment.getOrDefault(prefix + RANKS_ON_HOST, "1")),
                Optional.ofNullable(environment.get(prefix + ADDRESS)).filter(a -> !a.isBlank()).map(String::strip));
    }

    /** The variables from which {@link #of} makes this again. */
    public Map<String, String> environment() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put(prefix + RANK, Integer.toString(rank));
        variables.put(prefix + SIZE, Integer.toString(size));
        variables.put(prefix + SERVER, (serverHost.contains(":") ? "[" + serverHost + "]" : serverHost) + ":" + serverPort);
        variables.put(prefix + KEY, key);
        variables.put(prefix + RANKS_ON_HOST, Integer.toString(ranksOnHost));
        address.ifPresent(a -> variables.put(prefix + ADDRESS, a));
        return variables;
    }

    private static String text(String prefix, String name, Map<String, String> environment) {
        String text = environment.get(prefix + name);
        if (text == null || text.isBlank()) {
            throw new CommException(prefix + name + " is not set, but " + prefix + RANK + " is: " + unlaunched(prefix));
        }
        return text.strip();
    }

    private static int number(String prefix, String name, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new CommException(prefix + name + ": '" + text + "' is no number: " + unlaunched(prefix), e);
        }
    }

    private static String unlaunched(String prefix) {
        return "these variables are set by the launcher: unset " + prefix + RANK + " for ranks in one process";
    }
}
