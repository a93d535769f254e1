package hplhetero.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Says which components of the machine a test needs, or each test of a class. Where the machine lacks a component of a class, nothing of
 * the class is touched: no field initialiser, no constructor, no {@code @BeforeAll}. A method whose component is missing is left out, but
 * JUnit makes the object first, so the needs of a constructor are those of the class. A test that needs a component only for some of its
 * parameters has {@code @Tag(Requirements.TAG)} instead, and calls {@link Requirements#require}.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag(Requirements.TAG)
@ExtendWith(NeedsCondition.class)
public @interface Needs {
    /** The components that the test, or each test of the class, needs. */
    Component[] value();
}
