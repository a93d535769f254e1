package hplhetero.testing;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** What happens to a test that needs what this machine has not. */
public final class Requirements {
    private Requirements() {
    }

    /** The test is left out. */
    static final class Missing extends TestAbortedException {
        private static final long serialVersionUID = 1;
        private final transient List<Component> components;

        Missing(List<Component> components) {
            super(text(components));
            this.components = components;
        }

        List<Component> components() {
            return components;
        }
    }

    /** Leaves the test that calls it out where one of these is missing; where all are to be there (CI=true), fails it. */
    public static void require(Component... needed) {
        require(Component::isThere, System.getenv(), needed);
    }

    static void require(Predicate<Component> isThere, Map<String, String> environment, Component... needed) {
        List<Component> missing = Stream.of(needed).filter(component -> !isThere.test(component)).toList();
        if (missing.isEmpty()) {
            return;
        }
        if ("true".equals(environment.get("CI"))) {
            throw new AssertionError("CI=true, so nothing may be missing; " + text(missing));
        }
        throw new Missing(missing);
    }

    private static String text(List<Component> missing) {
        return missing.stream().map(component -> component.title() + " (" + component.remedy() + ")")
                .collect(Collectors.joining(", ", "missing here: ", ""));
    }
}
