package hplhetero.run.crew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.input.InputException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CrewTest {

    private static RankFacts rank(String host, String process, String build, String order, long available) {
        return new RankFacts(host, process, build, 25, "amd64", order, List.of(), 2, available);
    }

    private final Crew crew = new Crew(List.of(rank("b", "b 1", "x", "LITTLE_ENDIAN", 5), rank("a", "a 7", "x", "LITTLE_ENDIAN", 9),
            rank("b", "b 1", "x", "LITTLE_ENDIAN", 4), rank("b", "b 2", "x", "LITTLE_ENDIAN", 6)));

    @Test
    void shouldKnowWhoIsWhere() {
        assertThat(crew.hosts()).containsExactly("b", "a");
        assertThat(crew.ranksOn("b")).containsExactly(0, 2, 3);
        assertThat(crew.localIndex(2)).isEqualTo(1);
        assertThat(crew.mostOnAHost()).isEqualTo(3);
        assertThat(crew.ownProcess(1)).isTrue();
        assertThat(crew.ownProcess(2)).isFalse();
        assertThat(crew.availableBytes("b")).isEqualTo(4);
    }

    @Test
    void shouldRefuseUnlikeBuildsAndByteOrdersNamingTheHosts() {
        assertThatCode(crew::requireAlike).doesNotThrowAnyException();
        assertThatThrownBy(() -> new Crew(List.of(rank("a", "1", "x", "L", 1), rank("b", "1", "y", "L", 1))).requireAlike())
                .isInstanceOf(InputException.class).hasMessageContaining("x on a; y on b").hasMessageContaining("copy the same build");
        assertThatThrownBy(() -> new Crew(List.of(rank("a", "1", "x", "L", 1), rank("b", "1", "x", "B", 1))).requireAlike())
                .isInstanceOf(InputException.class).hasMessageContaining("byte orders: L on a; B on b");
    }
}
