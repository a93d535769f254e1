package hplhetero.testing;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** The condition of {@link Needs}: evaluated for a class before it is initialised, and for a method before what precedes each test. */
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

    /** Leaves a test out where a component is missing; throws an AssertionError, which fails the test, where none may be missing. */
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext test) {
        Component[] needed = AnnotationSupport.findAnnotation(test.getElement(), Needs.class).map(Needs::value).orElse(new Component[0]);
        List<Component> missing = Requirements.missing(isThere, environment, needed);
        return missing.isEmpty() ? ConditionEvaluationResult.enabled("nothing is missing")
                : ConditionEvaluationResult.disabled(Requirements.text(missing));
    }
}
