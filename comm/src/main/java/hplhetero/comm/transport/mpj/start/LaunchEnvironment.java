package hplhetero.comm.transport.mpj.start;

import hplhetero.comm.CommException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the launcher tells a rank's process through its environment.
 *
 * @param rank        this process' rank
 * @param size        the number of ranks
 * @param serverHost  where the {@link RankRegistry} is
 * @param serverPort  its port
 * @param key         by which the registry knows its ranks
 * @param ranksOnHost how many ranks this one's host has
 * @param address     the address to announce to the others; empty: the one from which the registry is reached
 */
public record LaunchEnvironment(int rank, int size, String serverHost, int serverPort, String key, int ranksOnHost,
        Optional<String> address) {
    public static final String RANK = "HPL_MPJ_RANK";
    public static final String ADDRESS = "HPL_MPJ_ADDRESS";
    private static final String SIZE = "HPL_MPJ_SIZE";
    private static final String SERVER = "HPL_MPJ_SERVER";
    private static final String KEY = "HPL_MPJ_KEY";
    private static final String RANKS_ON_HOST = "HPL_MPJ_RANKS_ON_HOST";

    public LaunchEnvironment {
        if (size < 1 || rank < 0 || rank >= size) {
            throw new CommException(RANK + "=" + rank + " " + SIZE + "=" + size + ": " + unlaunched());
        }
    }

    /** @throws CommException when a variable is missing or wrong */
    public static LaunchEnvironment of(Map<String, String> environment) {
        String server = text(environment, SERVER);
        int colon = server.lastIndexOf(':');
        if (colon < 1) {
            throw new CommException(SERVER + "=" + server + " is not host:port: " + unlaunched());
        }
        return new LaunchEnvironment(number(RANK, text(environment, RANK)), number(SIZE, text(environment, SIZE)),
                server.substring(0, colon).replaceAll("[\\[\\]]", ""), number(SERVER, server.substring(colon + 1)),
                text(environment, KEY), number(RANKS_ON_HOST, environment.getOrDefault(RANKS_ON_HOST, "1")),
                Optional.ofNullable(environment.get(ADDRESS)).filter(a -> !a.isBlank()).map(String::strip));
    }

    /** The variables from which {@link #of} makes this again. */
    Map<String, String> environment() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put(RANK, Integer.toString(rank));
        variables.put(SIZE, Integer.toString(size));
        variables.put(SERVER, (serverHost.contains(":") ? "[" + serverHost + "]" : serverHost) + ":" + serverPort);
        variables.put(KEY, key);
        variables.put(RANKS_ON_HOST, Integer.toString(ranksOnHost));
        address.ifPresent(a -> variables.put(ADDRESS, a));
        return variables;
    }

    private static String text(Map<String, String> environment, String name) {
        String text = environment.get(name);
        if (text == null || text.isBlank()) {
            throw new CommException(name + " is not set, but " + RANK + " is: " + unlaunched());
        }
        return text.strip();
    }

    private static int number(String name, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new CommException(name + ": '" + text + "' is no number: " + unlaunched(), e);
        }
    }

    private static String unlaunched() {
        return "these variables are set by the launcher: unset " + RANK + " for ranks in one process";
    }
}
