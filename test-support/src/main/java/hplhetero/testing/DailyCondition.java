package hplhetero.testing;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The condition of {@link Daily}. The number of a case is the number of its parameters plus that of its method among the class's test
 * methods.
 */
class DailyCondition implements ExecutionCondition {
    private static final Pattern INVOCATION = Pattern.compile("\\[test-template-invocation:#(\\d+)]$");

    private final DailySlice slice;

    DailyCondition() {
        this(DailySlice.TODAY);
    }

    DailyCondition(DailySlice slice) {
        this.slice = slice;
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext test) {
        Optional<Daily> daily = test.getTestMethod().flatMap(method -> AnnotationSupport.findAnnotation(method, Daily.class)
                .or(() -> AnnotationSupport.findAnnotation(method.getDeclaringClass(), Daily.class)));
        Matcher invocation = INVOCATION.matcher(test.getUniqueId());
        boolean hasParameters = invocation.find();
        boolean willHave = !hasParameters && AnnotationSupport.isAnnotated(test.getElement(), TestTemplate.class);
        if (daily.isEmpty() || willHave) {
            return ConditionEvaluationResult.enabled("each day");
        }
        int number = (hasParameters ? Integer.parseInt(invocation.group(1)) : 0) + number(test.getRequiredTestMethod());
        return slice.tries(number, daily.get().value()) ? ConditionEvaluationResult.enabled("the turn of this day")
                : ConditionEvaluationResult.disabled("the turn of other days (this one: -Dhpl.seed=" + slice.day() + ", all: -Pall)");
    }

    private static int number(Method test) {
        return Stream.of(test.getDeclaringClass().getDeclaredMethods())
                .filter(method -> AnnotationSupport.isAnnotated(method, Testable.class))
                .map(Method::getName).sorted().toList().indexOf(test.getName());
    }
}
