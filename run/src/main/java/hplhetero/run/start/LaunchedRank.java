package hplhetero.run.start;

import java.util.Map;

/** The number of this process among those that a job launcher has started, as the script {@code hpl} has found it. */
public final class LaunchedRank {
    private static final String VARIABLE = "HPL_RANK";

    private LaunchedRank() {
    }

    /**
     * Returns whether this process is the first or the only one. The first one tells what all processes would say alike.
     *
     * @param environment the environment variables of this process
     */
    public static boolean isFirst(Map<String, String> environment) {
        return environment.getOrDefault(VARIABLE, "0").equals("0");
    }

    /**
     * Returns whether this process is the second one, which tells what all have to say where the first one is not able to.
     *
     * @param environment the environment variables of this process
     */
    public static boolean isSecond(Map<String, String> environment) {
        return "1".equals(environment.get(VARIABLE));
    }
}
