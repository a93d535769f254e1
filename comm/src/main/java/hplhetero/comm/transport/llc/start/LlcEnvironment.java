package hplhetero.comm.transport.llc.start;

import hplhetero.comm.CommException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the launcher tells a rank's process through its environment.
 *
 * @param network     the word of the transport: {@code llc}, {@code llc:tcp}, ...
 * @param rank        this process' rank
 * @param size        the number of ranks
 * @param serverHost  where the {@link StoreServer} is
 * @param serverPort  its port
 * @param token       by which ranks of a job know each other, and no one else
 * @param ranksOnHost how many ranks this one's host has
 */
public record LlcEnvironment(String network, int rank, int size, String serverHost, int serverPort, String token, int ranksOnHost) {
    /** The address that this host is to be reached by, where that is not the one from which it reaches the launcher. */
    public static final String ADDRESS = "HPL_LLC_ADDRESS";

    private static final String NETWORK = "HPL_LLC_NETWORK";
    private static final String RANK = "HPL_LLC_RANK";
    private static final String SIZE = "HPL_LLC_SIZE";
    private static final String SERVER = "HPL_LLC_SERVER";
    private static final String TOKEN = "HPL_LLC_TOKEN";
    private static final String RANKS_ON_HOST = "HPL_LLC_RANKS_ON_HOST";

    public LlcEnvironment {
        if (size < 1 || rank < 0 || rank >= size) {
            throw new CommException(RANK + "=" + rank + " " + SIZE + "=" + size + ": " + unlaunched());
        }
    }

    /** Whether the launcher has started this process for that transport. */
    public static boolean isThere(Map<String, String> environment, String network) {
        return environment.containsKey(RANK) && network.equals(environment.get(NETWORK));
    }

    /** @throws CommException when a variable is missing or wrong */
    public static LlcEnvironment of(Map<String, String> environment) {
        String server = text(environment, SERVER);
        int colon = server.lastIndexOf(':');
        if (colon < 1) {
            throw new CommException(SERVER + "=" + server + " is not host:port: " + unlaunched());
        }
        return new LlcEnvironment(text(environment, NETWORK), number(environment, RANK), number(environment, SIZE),
                server.substring(0, colon).replaceAll("[\\[\\]]", ""), number(SERVER, server.substring(colon + 1)),
                text(environment, TOKEN), number(environment, RANKS_ON_HOST));
    }

    /** The variables from which {@link #of} makes this again. */
    Map<String, String> environment() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put(NETWORK, network);
        variables.put(RANK, Integer.toString(rank));
        variables.put(SIZE, Integer.toString(size));
        variables.put(SERVER, (serverHost.contains(":") ? "[" + serverHost + "]" : serverHost) + ":" + serverPort);
        variables.put(TOKEN, token);
        variables.put(RANKS_ON_HOST, Integer.toString(ranksOnHost));
        return variables;
    }

    private static String text(Map<String, String> environment, String name) {
        String text = environment.get(name);
        if (text == null || text.isBlank()) {
            throw new CommException(name + " is not set, but " + RANK + " is: " + unlaunched());
        }
        return text.strip();
    }

    private static int number(Map<String, String> environment, String name) {
        return number(name, text(environment, name));
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
