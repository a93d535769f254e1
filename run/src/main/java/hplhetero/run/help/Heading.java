package hplhetero.run.help;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The heading of an option, or of all options of a class. An option's own heading has precedence. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD})
public @interface Heading {
    /** Returns the heading's topic. */
    Topic value();
}
