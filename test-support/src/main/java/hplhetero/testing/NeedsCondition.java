package hplhetero.testing;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The condition of {@link Needs}. JUnit evaluates it for a class before the class is initialised, and for a method before the code that
 * precedes each test.
 */
class NeedsCondition implements ExecutionCondition {
    private final Predicate<Component> isThere;
    private final Map<String, String> environment;

    NeedsCondition() {
        this(Component::isThere, System.getenv());
    }

    NeedsCondition(Predicate<Component> isThere, Map<String, String> environment) {
        this.isThere = isThere;
        this.environment = environment;
    }

    /**
     * Leaves a test out where a component is missing. Throws an AssertionError, which fails the test, where no component may be missing.
     */
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext test) {
        Component[] needed = AnnotationSupport.findAnnotation(test.getElement(), Needs.class).map(Needs::value).orElse(new Component[0]);
        List<Component> missing = Requirements.missing(isThere, environment, needed);
        return missing.isEmpty() ? ConditionEvaluationResult.enabled("nothing is missing")
                : ConditionEvaluationResult.disabled(Requirements.text(missing));
    }
}
