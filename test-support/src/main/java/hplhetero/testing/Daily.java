package hplhetero.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a test whose cases are combinations that cost more than each run of the tests should take: a run tries the {@link DailySlice} of
 * this day, and its last words name what it left for other days. Of a parameterized test each case counts, of a class each test.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(DailyCondition.class)
public @interface Daily {
    /** The days that try all cases: a day tries one of so many. */
    int value();
}
