package hplhetero.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs sample tests where MPICH is missing, whatever this machine has. */
final class NeedsConditionTest {
    private static final List<String> TOUCHED = new ArrayList<>();

    @TempDir
    private Path folder;

    /** The condition at home, without MPICH. */
    static final class AtHome extends NeedsCondition {
        AtHome() {
            super(component -> component != Component.MPICH, Map.of());
        }
    }

    /** The condition in the CI, without MPICH. */
    static final class InCi extends NeedsCondition {
        InCi() {
            super(component -> component != Component.MPICH, Map.of("CI", "true"));
        }
    }

    /** Tells of all that is touched. */
    private static class Tests {
        static {
            TOUCHED.add("static initialiser");
        }

        private final boolean field = TOUCHED.add("field initialiser");

        @BeforeAll
        static void beforeAll() {
            TOUCHED.add("@BeforeAll");
        }

        @BeforeEach
        void beforeEach() {
            TOUCHED.add("@BeforeEach");
        }

        @Test
        void plain() {
            TOUCHED.add("plain " + field);
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        void withParameters(int number) {
            TOUCHED.add("withParameters " + number);
        }
    }

    @ExtendWith(AtHome.class)
    @Needs({Component.ZSH, Component.MPICH})
    static final class ClassAtHome extends Tests {
    }

    @ExtendWith(InCi.class)
    @Needs(Component.MPICH)
    static final class ClassInCi extends Tests {
    }

    /** A class of which one method needs what is missing. */
    @ExtendWith(AtHome.class)
    static final class MethodAtHome {
        private final boolean field = TOUCHED.add("field initialiser");

        @Test
        @Needs(Component.MPICH)
        void needs() {
            TOUCHED.add("needs " + field);
        }

        @Test
        @Needs(Component.ZSH)
        void needsWhatIsThere() {
            TOUCHED.add("needsWhatIsThere");
        }
    }

    /** A class of which one method needs what is missing, in the CI. */
    @ExtendWith(InCi.class)
    static final class MethodInCi {
        @Test
        @Needs(Component.MPICH)
        void needs() {
            TOUCHED.add("needs");
        }
    }

    /** A test that asks within, without the tag. */
    static final class Untagged {
        @Test
        void asks() {
            Requirements.require(component -> false, Map.of(), Component.MPICH);
        }
    }

    /** The messages of what failed: tests, or classes before their tests. */
    private static final class Failures implements TestExecutionListener {
        private final List<String> messages = new ArrayList<>();

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                messages.add(result.getThrowable().orElseThrow().toString());
            }
        }
    }

    private List<String> failures(Class<?> sample, LeftOutListener leftOut) {
        TOUCHED.clear();
        // the condition of @Needs itself would ask this machine
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request().selectors(selectClass(sample))
                .configurationParameter("junit.jupiter.conditions.deactivate", NeedsCondition.class.getName()).build();
        Launcher launcher = LauncherFactory.create(LauncherConfig.builder().enableTestExecutionListenerAutoRegistration(false).build());
        Failures failures = new Failures();
        launcher.execute(request, failures, leftOut);
        return failures.messages;
    }

    private String report(Class<?> sample) throws IOException {
        Path file = folder.resolve("target").resolve("left-out");
        assertThat(failures(sample, new LeftOutListener(file.toString()))).isEmpty();
        return LeftOutReport.text(Files.readAllLines(file));
    }

    @Test
    void shouldTouchNothingOfAClassThatLacksSomethingAndListEachOfItsTests() throws IOException {
        assertThat(report(ClassAtHome.class)).contains("0 were, 2 need what is missing here", "MPICH, 2 tests: apt-get install mpich",
                "NeedsConditionTest$ClassAtHome 2").doesNotContain("zsh", "lack @Needs");
        assertThat(TOUCHED).isEmpty();
    }

    @Test
    void shouldLeaveOutAMethodThatLacksSomethingAndRunTheOthers() throws IOException {
        assertThat(report(MethodAtHome.class)).contains("1 were, 1 need what is missing here", "NeedsConditionTest$MethodAtHome 1");
        assertThat(TOUCHED).contains("needsWhatIsThere").noneMatch(touched -> touched.startsWith("needs "));
    }

    @ParameterizedTest
    @ValueSource(classes = {ClassInCi.class, MethodInCi.class})
    void shouldFailInTheCiAndTouchNothing(Class<?> sample) {
        assertThat(failures(sample, new LeftOutListener(null))).singleElement().asString()
                .contains("AssertionError: CI=true, so nothing may be missing; missing here: MPICH (apt-get install mpich)");
        assertThat(TOUCHED).isEmpty();
    }

    @Test
    void shouldReportATestWithoutTheTagThatTheCiWouldNeverRun() throws IOException {
        assertThat(report(Untagged.class)).contains("1 need what is missing here", "lack @Needs", "NeedsConditionTest$Untagged 1");
    }
}
