package hplhetero.run.start;

import java.util.Map;

/** Which of the processes that a job launcher has started this one is, as the script {@code hpl} has found. */
public final class LaunchedRank {
    private static final String VARIABLE = "HPL_RANK";

    private LaunchedRank() {
    }

    /** Whether it is the first, or the only one: what all of them would say alike is its to say. */
    public static boolean isFirst(Map<String, String> environment) {
        return environment.getOrDefault(VARIABLE, "0").equals("0");
    }

    /** Whether it is the second, which tells what all have to say where the first is not able to. */
    public static boolean isSecond(Map<String, String> environment) {
        return "1".equals(environment.get(VARIABLE));
    }
}
