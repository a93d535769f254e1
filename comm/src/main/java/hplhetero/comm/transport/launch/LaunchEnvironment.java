package hplhetero.comm.transport.launch;

import hplhetero.comm.CommException;
import hplhetero.comm.session.JobToken;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What our launcher tells a rank's process through its environment.
 *
 * @param transport   the word of the ranks' transport: {@code llc:tcp}, {@code mpj}, ...
 * @param rank        this process' rank
 * @param size        the number of ranks
 * @param storeHost   where ranks find each other
 * @param storePort   its port, 1 to 65535
 * @param token       what the ranks of the job share
 * @param ranksOnHost how many ranks this one's host has
 */
public record LaunchEnvironment(String transport, int rank, int size, String storeHost, int storePort, JobToken token, int ranksOnHost) {
    /** The variable by which a user says which address of a host the other hosts are to be told. */
    public static final String ADDRESS = "HPL_ADDRESS";

    private static final String TRANSPORT = "HPL_TRANSPORT";
    private static final String RANK = "HPL_RANK";
    private static final String SIZE = "HPL_RANKS";
    private static final String STORE = "HPL_STORE";
    private static final String TOKEN = "HPL_TOKEN";
    private static final String RANKS_ON_HOST = "HPL_RANKS_ON_HOST";
    private static final String UNLAUNCHED = "these variables are set by the launcher: unset " + STORE + " for ranks in one process";
    private static final int LAST_PORT = 65_535;

    public LaunchEnvironment {
        if (size < 1 || rank < 0 || rank >= size) {
            throw new CommException(RANK + "=" + rank + " " + SIZE + "=" + size + ": " + UNLAUNCHED);
        }
        if (storePort < 1 || storePort > LAST_PORT) {
            throw new CommException(STORE + ": port=" + storePort + " is none, ports are 1 to " + LAST_PORT + ": " + UNLAUNCHED);
        }
    }

    /** Whether our launcher has started this process as a rank of this transport. */
    public static boolean isFor(String transport, Map<String, String> environment) {
        return isThere(environment) && transport.equals(environment.get(TRANSPORT));
    }

    /** Whether our launcher has started this process. */
    public static boolean isThere(Map<String, String> environment) {
        return environment.containsKey(STORE);
    }

    /** @throws CommException when a variable is missing or wrong */
    public static LaunchEnvironment of(Map<String, String> environment) {
        String store = text(STORE, environment);
        int colon = store.lastIndexOf(':');
        if (colon < 1) {
            throw new CommException(STORE + "=" + store + " is not host:port: " + UNLAUNCHED);
        }
        return new LaunchEnvironment(text(TRANSPORT, environment), number(RANK, text(RANK, environment)),
                number(SIZE, text(SIZE, environment)), store.substring(0, colon).replaceAll("[\\[\\]]", ""),
                number(STORE, store.substring(colon + 1)), new JobToken(text(TOKEN, environment)),
                number(RANKS_ON_HOST, environment.getOrDefault(RANKS_ON_HOST, "1")));
    }

    /** The variables from which {@link #of} makes this again. */
    public Map<String, String> environment() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put(TRANSPORT, transport);
        variables.put(RANK, Integer.toString(rank));
        variables.put(SIZE, Integer.toString(size));
        variables.put(STORE, (storeHost.contains(":") ? "[" + storeHost + "]" : storeHost) + ":" + storePort);
        variables.put(TOKEN, token.text());
        variables.put(RANKS_ON_HOST, Integer.toString(ranksOnHost));
        return variables;
    }

    /**
     * The address of this host that a user wants the other hosts to be told, whoever started the ranks.
     *
     * @throws CommException when {@link #ADDRESS} holds none
     */
    public static Optional<InetAddress> namedAddress(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(ADDRESS)).map(String::strip).filter(text -> !text.isEmpty()).map(text -> {
            try {
                return InetAddress.getByName(text);
            } catch (UnknownHostException e) {
                throw new CommException(ADDRESS + "=" + text
                        + " is no address of this host: name one by which the other hosts reach it, or unset the variable", e);
            }
        });
    }

    private static String text(String name, Map<String, String> environment) {
        String text = environment.get(name);
        if (text == null || text.isBlank()) {
            throw new CommException(name + " is not set, but " + STORE + " is: " + UNLAUNCHED);
        }
        return text.strip();
    }

    private static int number(String name, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new CommException(name + ": '" + text + "' is no number: " + UNLAUNCHED, e);
        }
    }
}
