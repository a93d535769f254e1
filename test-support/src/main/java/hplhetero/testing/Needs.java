package hplhetero.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Says which components of the machine a test, or each test of a class, needs. Where a class lacks one, nothing of it is touched: no
 * field initialiser, no constructor, no {@code @BeforeAll}. A method that lacks one is left out, but JUnit makes the object first, so a
 * constructor's needs are those of the class. A test that needs a component for some of its parameters only has
 * {@code @Tag(Requirements.TAG)} instead, and calls {@link Requirements#require}.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag(Requirements.TAG)
@ExtendWith(NeedsCondition.class)
public @interface Needs {
    Component[] value();
}
