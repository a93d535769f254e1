package hplhetero.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a test with more cases than one run of the tests should try. A run tries the {@link DailySlice} of the day, and the report at its
 * end names what it left for other days. Each case of a parameterized test counts, and each test of a class.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(DailyCondition.class)
public @interface Daily {
    /** The number of days that try all cases: each day tries one case of this many. */
    int value();
}
