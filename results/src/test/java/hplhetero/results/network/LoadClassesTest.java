package hplhetero.results.network;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.network.model.LinkBytes;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.Placement;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadClassesTest {

    /** Rank r sends so many bytes to the last rank. */
    private static LinkBytes sent(long... bytes) {
        return LinkBytes.of(Placement.full(FlatSwitch.of(bytes.length + 1)), new Traffic() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public int ranks() {
                return bytes.length + 1;
            }

            @Override
            public int stages() {
                return 1;
            }

            @Override
            public void stage(int stage, int rank, Sink sink) {
                if (rank < bytes.length && bytes[rank] > 0) {
                    sink.send(bytes.length, bytes[rank]);
                }
            }
        });
    }

    private static LoadClasses classes(LinkBytes loads, double mostWidth) {
        return new LoadClasses(loads, List.of(loads), mostWidth);
    }

    @Test
    void shouldTellFewLoadsExactly() {
        LoadClasses classes = classes(sent(512, 1024, 512, 0), 100);
        assertThat(classes.titles()).containsExactly("512 B", "1 KiB", "2 KiB");
        assertThat(classes.of(0)).isZero();
        assertThat(classes.of(1)).isEqualTo(1);
        assertThat(classes.of(3)).isEqualTo(-1);
        assertThat(classes.colour(2)).isEqualTo("#7f0000");
        assertThat(classes.width(2)).isEqualTo(6.5);
        assertThat(classes.width(0)).isEqualTo(1.5 + 5 / 4.0);
        assertThat(classes.worst(new int[] {0, 1, 2})).isEqualTo(1);
    }

    @Test
    void shouldPutManyLoadsIntoEqualParts() {
        // what the last rank receives is their sum, 100
        LoadClasses classes = classes(sent(1, 2, 3, 4, 5, 20, 21, 44), 100);
        assertThat(classes.titles()).containsExactly("up to 20 B", "to 40 B", "to 60 B", "to 80 B", "to 100 B");
        assertThat(classes.of(5)).isZero();
        assertThat(classes.of(6)).isEqualTo(1);
        assertThat(classes.of(7)).isEqualTo(2);
    }

    @Test
    void shouldShareTheColoursOfPicturesThatAreCompared() {
        LinkBytes less = sent(1, 2);
        LoadClasses classes = new LoadClasses(less, List.of(less, sent(7, 1)), 100);
        assertThat(classes.titles()).containsExactly("1 B", "2 B", "3 B", "7 B", "8 B");
        assertThat(classes.of(1)).isEqualTo(1);
    }

    @Test
    void shouldDrawNoLineWiderThanThereIsRoom() {
        assertThat(classes(sent(1), 2.5).width(0)).isEqualTo(2.5);
        assertThat(classes(sent(1), 0.1).width(0)).isEqualTo(1.5);
    }
}
