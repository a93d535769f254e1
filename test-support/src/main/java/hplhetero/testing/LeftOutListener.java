package hplhetero.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes what was left out to the file that the system property {@value #FILE} names, for {@link LeftOutReport}; every process that runs
 * tests appends. JUnit finds it as a service.
 */
public final class LeftOutListener implements TestExecutionListener {
    static final String FILE = "hpl.leftOut";

    private final String file;
    private final AtomicInteger run = new AtomicInteger();

    public LeftOutListener() {
        this(System.getProperty(FILE));
    }

    LeftOutListener(String file) {
        this.file = file;
    }

    /** Disabled: a class or a method. */
    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        append(new LeftOut(className(test), List.of(), reason));
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
            Throwable why = result.getThrowable().orElseThrow();
            List<Component> missing = why instanceof Requirements.Missing m ? m.components() : List.of();
            append(new LeftOut(className(test), missing, String.valueOf(why.getMessage()).replace("Assumption failed: ", "")));
        } else if (test.isTest()) {
            run.incrementAndGet();
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        append(run.getAndSet(0));
    }

    private static String className(TestIdentifier test) {
        return test.getSource().map(source -> switch (source) {
            case MethodSource method -> method.getClassName();
            case ClassSource type -> type.getClassName();
            default -> test.getDisplayName();
        }).orElse(test.getDisplayName());
    }

    private void append(Object line) {
        if (file == null) {
            return;
        }
        try {
            Files.createDirectories(Path.of(file).getParent());
            Files.writeString(Path.of(file), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
