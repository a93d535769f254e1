package hplhetero.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * A listener that writes the tests that were left out to the file that the system property {@value #FILE} names, for {@link LeftOutReport}.
 * Every process that runs tests appends to the file. JUnit finds this class as a service.
 */
public final class LeftOutListener implements TestExecutionListener {
    static final String FILE = "hpl.leftOut";

    private final String file;
    private final AtomicInteger run = new AtomicInteger();
    private TestPlan plan;

    /** Creates a listener that writes to the file that the system property {@value #FILE} names. */
    public LeftOutListener() {
        this(System.getProperty(FILE));
    }

    LeftOutListener(String file) {
        this.file = file;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = started;
    }

    /**
     * Notes each test of a class or a method that a condition has left out. A parameterized test counts once, because it has no parameters
     * yet.
     */
    @Override
    public void executionSkipped(TestIdentifier skipped, String reason) {
        Stream.concat(Stream.of(skipped), plan.getDescendants(skipped).stream()).filter(test -> plan.getChildren(test).isEmpty())
                .forEach(test -> append(leftOut(test, reason)));
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
            append(leftOut(test, String.valueOf(result.getThrowable().orElseThrow().getMessage()).replace("Assumption failed: ", "")));
        } else if (test.isTest()) {
            run.incrementAndGet();
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        append(run.getAndSet(0));
    }

    private LeftOut leftOut(TestIdentifier test, String reason) {
        List<Component> missing = Requirements.namedIn(reason);
        return new LeftOut(className(test), missing, missing.isEmpty() || isTagged(test), reason);
    }

    /** Returns whether a test, or a container that it is part of, has the tag. Dynamic tests have no tags of their own. */
    private boolean isTagged(TestIdentifier test) {
        return test.getTags().contains(TestTag.create(Requirements.TAG)) || plan.getParent(test).filter(this::isTagged).isPresent();
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
