package hplhetero.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

final class DailySliceTest {
    private static final List<Integer> ALL = IntStream.range(0, 23).boxed().toList();
    private static final List<String> TRIED = new ArrayList<>();

    private static DailySlice slice;

    @Test
    void shouldTryEachCaseOnceInAsManyDaysAsThereAreParts() {
        List<Integer> tried = new ArrayList<>();
        for (long day = 20_000; day < 20_005; day++) {
            List<Integer> today = new DailySlice(day, false).of(ALL, 5);
            assertThat(today).hasSizeBetween(4, 5).isSorted();
            tried.addAll(today);
        }
        assertThat(tried).containsExactlyInAnyOrderElementsOf(ALL);
    }

    @Test
    void shouldTryAllWhereThatIsAskedFor() {
        assertThat(new DailySlice(20_000, true).of(ALL, 5)).isEqualTo(ALL);
    }

    /** The condition on the day that the test is about. */
    static final class OfTheTest extends DailyCondition {
        OfTheTest() {
            super(slice);
        }
    }

    @ExtendWith(OfTheTest.class)
    static final class Samples {
        @Test
        @Daily(2)
        void alone() {
            TRIED.add("alone");
        }

        @Test
        void always() {
            TRIED.add("always");
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3, 4})
        @Daily(2)
        void cases(int number) {
            TRIED.add("case " + number);
        }
    }

    private static List<String> tried(DailySlice day) {
        slice = day;
        TRIED.clear();
        // the condition of @Daily itself would ask for today's slice
        LauncherFactory.create(LauncherConfig.builder().enableTestExecutionListenerAutoRegistration(false).build())
                .execute(LauncherDiscoveryRequestBuilder.request().selectors(selectClass(Samples.class))
                        .configurationParameter("junit.jupiter.conditions.deactivate", DailyCondition.class.getName()).build());
        return List.copyOf(TRIED);
    }

    @Test
    void shouldLeaveTestsAndParametersForOtherDays() {
        assertThat(tried(new DailySlice(20_000, false))).containsExactlyInAnyOrder("always", "alone", "case 2", "case 4");
        assertThat(tried(new DailySlice(20_001, false))).containsExactlyInAnyOrder("always", "case 1", "case 3");
        assertThat(tried(new DailySlice(20_000, true))).hasSize(6);
    }
}
