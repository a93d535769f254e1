package hplhetero.comm.transport.launch;

import hplhetero.comm.CommException;
import hplhetero.comm.session.JobToken;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The variables by which this program's launcher tells a rank's process what it is.
 *
 * @param transport   the word of the ranks' transport: {@code llc:tcp}, {@code mpj}, ...
 * @param rank        this process' rank
 * @param size        the number of ranks
 * @param storeHost   name or address of the host of the store, through which ranks find each other
 * @param storePort   port of the store, 1 to 65535
 * @param token       the secret that the ranks of the job share
 * @param ranksOnHost how many ranks run on this one's host
 */
public record LaunchEnvironment(String transport, int rank, int size, String storeHost, int storePort, JobToken token, int ranksOnHost) {
    /** The variable by which a user says which address of a host shall be told to the other hosts. */
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
            throw new CommException(STORE + ": port=" + storePort + " is no port, ports are 1 to " + LAST_PORT + ": " + UNLAUNCHED);
        }
    }

    /**
     * Returns whether the launcher of this program has started this process as a rank of a transport.
     *
     * @param transport   the name by which a user asks for the transport
     * @param environment the process' environment variables
     */
    public static boolean isFor(String transport, Map<String, String> environment) {
        return isThere(environment) && transport.equals(environment.get(TRANSPORT));
    }

    /**
     * Returns whether the launcher of this program has started this process.
     *
     * @param environment the process' environment variables
     */
    public static boolean isThere(Map<String, String> environment) {
        return environment.containsKey(STORE);
    }

    /**
     * Returns what the launcher of this program has told this process by environment variables.
     *
     * @param environment the process' environment variables, with those of the launcher ({@link #isThere})
     * @throws CommException when a variable is missing or wrong
     */
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

    /** Returns this record as environment variables for the process of the rank, from which {@link #of} makes the record again. */
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
     * Returns the address of this host that the other hosts are to be told, as the user named it in the variable {@link #ADDRESS}, whoever
     * started the ranks; empty where the user named none.
     *
     * @param environment the process' environment variables
     * @throws CommException when the value of {@link #ADDRESS} is no address
     */
    public static Optional<InetAddress> namedAddress(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(ADDRESS)).map(String::strip).filter(text -> !text.isEmpty()).map(text -> {
            try {
                return InetAddress.getByName(text);
            } catch (UnknownHostException e) {
                throw new CommException(ADDRESS + "=" + text
                        + " is no address of this host: name an address by which the other hosts reach it, or unset the variable", e);
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
