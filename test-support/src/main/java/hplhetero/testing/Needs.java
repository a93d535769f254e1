package hplhetero.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** A test, or each test of a class, {@linkplain Requirements#require needs} these before it begins. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Needs.Extension.class)
public @interface Needs {
    Component[] value();

    /** Looks at the class and the method. */
    final class Extension implements BeforeEachCallback {
        @Override
        public void beforeEach(ExtensionContext test) {
            Requirements.require(Stream.of(test.getRequiredTestClass(), test.getRequiredTestMethod())
                    .flatMap(element -> AnnotationSupport.findAnnotation(element, Needs.class).stream())
                    .flatMap(needs -> Stream.of(needs.value())).distinct().toArray(Component[]::new));
        }
    }
}
