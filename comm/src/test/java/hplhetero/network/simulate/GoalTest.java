package hplhetero.network.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.collective.Algorithms;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.simulate.ListedTraffic.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GoalTest {

    private static Stream<Algorithm> algorithms() {
        return Arrays.stream(Collective.values()).flatMap(collective -> Algorithms.of(collective).stream());
    }

    private static String goal(Traffic traffic) throws IOException {
        StringBuilder text = new StringBuilder();
        Goal.write(traffic, text);
        return text.toString();
    }

    /** As binary_tree_32.goal of LogGOPSim has it. */
    @Test
    void shouldWriteLabelsAndWhatTheyRequire() throws IOException {
        assertThat(goal(ListedTraffic.of(3, new Message(0, 0, 1, 8), new Message(1, 0, 2, 0), new Message(3, 1, 2, 1))))
                .isEqualTo("""
                num_ranks 3

                rank 0 {
                l1: send 8b to 1 tag 0
                l2: send 0b to 2 tag 1
                l2 requires l1
                }

                rank 1 {
                l1: recv 8b from 0 tag 0
                l2: send 1b to 2 tag 3
                l2 requires l1
                }

                rank 2 {
                l1: recv 0b from 0 tag 1
                l2: recv 1b from 1 tag 3
                l2 requires l1
                }
                """);
    }

    /** Between two lines and two others stands one. */
    @Test
    void shouldNotRequireAllOfAll() throws IOException {
        assertThat(goal(Algorithms.of(Collective.ALLREDUCE, "doubling").traffic(4, 8, 0))).contains("""
                rank 2 {
                l1: recv 8b from 3 tag 0
                l2: send 8b to 3 tag 0
                l3: recv 8b from 0 tag 1
                l4: send 8b to 0 tag 1
                l5: calc 0
                l5 requires l1
                l5 requires l2
                l3 requires l5
                l4 requires l5
                }
                """);
    }

    /** Read again, it has the messages of the traffic, and each requires, over others, all of the stages before. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldSayWhatATrafficStates(Algorithm algorithm) throws IOException {
        for (int ranks : new int[] {1, 2, 8, 12}) {
            Traffic traffic = algorithm.traffic(ranks, 1_000_000, ranks - 1);
            Reader read = new Reader(goal(traffic));
            List<String> expected = new ArrayList<>();
            for (int stage = 0; stage < traffic.stages(); stage++) {
                for (int rank = 0; rank < ranks; rank++) {
                    expected.addAll(read.expect(traffic, stage, rank));
                }
            }
            assertThat(read.messages).as("%s", algorithm.label()).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    /** Of the grammar of txt2bin.re, as far as it is used. */
    private static final class Reader {
        private final List<String> messages = new ArrayList<>();

        Reader(String text) {
            String rank = null;
            // of each label of a rank: its stage, -1 of a calc; what it requires, and that in turn
            Map<String, Integer> stages = new HashMap<>();
            Map<String, Set<String>> required = new HashMap<>();
            for (String line : text.lines().toList()) {
                String[] words = line.split(" ");
                if (words[0].equals("rank")) {
                    rank = words[1];
                    stages.clear();
                    required.clear();
                } else if (line.equals("}")) {
                    checkOrder(stages, required);
                } else if (words.length > 1 && words[1].equals("requires")) {
                    assertThat(required).containsKeys(words[0], words[2]);
                    required.get(words[0]).add(words[2]);
                } else if (words[0].endsWith(":")) {
                    String label = words[0].substring(0, words[0].length() - 1);
                    assertThat(required.put(label, new HashSet<>())).isNull();
                    stages.put(label, words[1].equals("calc") ? -1 : Integer.parseInt(words[6]));
                    if (words[1].equals("calc")) {
                        continue;
                    }
                    assertThat(List.of(words[2].substring(words[2].length() - 1), words[3], words[5]))
                            .containsExactly("b", words[1].equals("send") ? "to" : "from", "tag");
                    messages.add(String.join(" ", words[6], rank, words[1], words[4], words[2]));
                }
            }
        }

        private static void checkOrder(Map<String, Integer> stages, Map<String, Set<String>> required) {
            for (String label : stages.keySet()) {
                Set<String> all = new HashSet<>();
                collect(label, required, all);
                for (String other : stages.keySet()) {
                    if (stages.get(label) >= 0 && stages.get(other) >= 0) {
                        assertThat(all.contains(other)).as("%s and %s", label, other)
                                .isEqualTo(stages.get(other) < stages.get(label));
                    }
                }
            }
        }

        private static void collect(String label, Map<String, Set<String>> required, Set<String> all) {
            for (String before : required.get(label)) {
                if (all.add(before)) {
                    collect(before, required, all);
                }
            }
        }

        List<String> expect(Traffic traffic, int stage, int rank) {
            List<String> lines = new ArrayList<>();
            traffic.stage(stage, rank, new Traffic.Sink() {
                @Override
                public void send(int to, long bytes) {
                    lines.add(stage + " " + rank + " send " + to + " " + bytes + "b");
                }

                @Override
                public void receive(int from, long bytes) {
                    lines.add(stage + " " + rank + " recv " + from + " " + bytes + "b");
                }
            });
            return lines;
        }
    }
}
