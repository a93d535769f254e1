package hplhetero.testing;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** What happens to a test that needs what this machine has not. */
public final class Requirements {
    /**
     * The tag of tests that need a component, for one of their parameters at least, or do something else where one is installed. The CI
     * runs them with everything installed, and all tests on a bare machine.
     */
    public static final String TAG = "needs";

    private static final String MISSING = "missing here: ";

    private Requirements() {
    }

    /** Leaves the test that calls it out where one of these is missing; where all are to be there (CI=true), fails it. */
    public static void require(Component... needed) {
        require(Component::isThere, System.getenv(), needed);
    }

    static void require(Predicate<Component> isThere, Map<String, String> environment, Component... needed) {
        List<Component> missing = missing(isThere, environment, needed);
        if (!missing.isEmpty()) {
            throw new TestAbortedException(text(missing));
        }
    }

    /** Returns which of these are missing; throws an AssertionError where all are to be there. */
    static List<Component> missing(Predicate<Component> isThere, Map<String, String> environment, Component... needed) {
        List<Component> missing = Stream.of(needed).filter(component -> !isThere.test(component)).toList();
        if (!missing.isEmpty() && "true".equals(environment.get("CI"))) {
            throw new AssertionError("CI=true, so nothing may be missing; " + text(missing));
        }
        return missing;
    }

    /** Returns the reason by which tests are left out. */
    static String text(List<Component> missing) {
        return missing.stream().map(Requirements::named).collect(Collectors.joining(", ", MISSING, ""));
    }

    /** Returns the components that a reason made by {@link #text} names; none for any other reason. */
    static List<Component> namedIn(String reason) {
        return reason.startsWith(MISSING) ? Stream.of(Component.values()).filter(c -> reason.contains(named(c))).toList() : List.of();
    }

    private static String named(Component component) {
        return component.title() + " (" + component.remedy() + ")";
    }
}
