package hplhetero.testing;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** The treatment of tests that need components that this machine lacks. */
public final class Requirements {
    /**
     * The tag of tests that need a component for at least one of their parameters, or that do something else where a component is
     * installed. The CI runs these tests with everything installed, and all tests on a bare machine.
     */
    public static final String TAG = "needs";

    private static final String MISSING = "missing here: ";

    private Requirements() {
    }

    /** Leaves the calling test out where one of the components is missing, or fails it where nothing may be missing (CI=true). */
    public static void require(Component... needed) {
        require(Component::isThere, System.getenv(), needed);
    }

    static void require(Predicate<Component> isThere, Map<String, String> environment, Component... needed) {
        List<Component> missing = missing(isThere, environment, needed);
        if (!missing.isEmpty()) {
            throw new TestAbortedException(text(missing));
        }
    }

    /** Returns which of the components are missing; throws an AssertionError where nothing may be missing. */
    static List<Component> missing(Predicate<Component> isThere, Map<String, String> environment, Component... needed) {
        List<Component> missing = Stream.of(needed).filter(component -> !isThere.test(component)).toList();
        if (!missing.isEmpty() && "true".equals(environment.get("CI"))) {
            throw new AssertionError("CI=true, so nothing may be missing; " + text(missing));
        }
        return missing;
    }

    /** Returns the reason by which a test is left out. */
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
