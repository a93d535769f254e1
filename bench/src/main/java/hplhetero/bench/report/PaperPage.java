package hplhetero.bench.report;

import java.util.List;
import java.util.stream.Collectors;

/** The page about the paper's experiments. All measured numbers in it come from the measurements. */
final class PaperPage {
    private PaperPage() {
    }

    static String text(HeteroReport report, List<Integer> nbs) {
        return """
                # Clusters of unlike nodes: the paper's experiments, and what it left open

                Written by `bench/hetero --paper`. The question is that of Sasou, Matsuoka and Tatebe (HPL on heterogeneous
                clusters): four nodes, some of which are twice as fast as the others. Netlib HPL deals all the same and runs as
                if all were slow.

                Curves: ours with the *weighted* map (one cell a rank, block columns dealt in proportion to the speeds), with the
                *cells* map (the paper's: a fast rank owns two cells of a virtual grid), and *uniform* (netlib's map); the fast
                ranks alone, with the machine for themselves and with the slow ones busy on matrices of their own beside them;
                *several processes* (two processes on each fast node, so that all are equally slow: the paper's
                1PE:Multi-Process); the sum of what the ranks reach alone on the same N, which is as much as could be hoped for, \
                and of what they reach
                at once, each on a matrix of its own, as so many nodes would that share one memory;
                netlib HPL likewise. Best of NB %s each, the same list for both programs, the same OpenBLAS, one thread a rank.

                %s
                ## What differs from the paper

                | | the paper | here | what it changes |
                |---|---|---|---|
                | nodes | 800 and 400 MHz, 1 : 1.988 measured | one machine whose kernels are slowed by sleeping, exactly 1 : 2 | what is no kernel (messages, row swaps, copies) is equally fast on all ranks |
                | network | Ethernet | memory of one machine | less is lost to messages: both programs come closer to their sums |
                | several processes a node | share a processor: one may use what the other leaves | each is slowed to half of it, always | here the multi-process curves lack what a node gains when one of its processes waits |
                | sum of single ranks | not given | each alone on the machine | alone, a rank has caches and memory for itself: the sum is more than the same ranks reach at once |
                | factorization | right-looking, look-ahead 0, NB 120, 1 ring | Crout panels, look-ahead 1, best NB, 1 ring | panels hide behind the update, which counts for more as ranks become unlike |
                | grid | 1 x Q only | also 2 x 2 | whole rows and columns are dealt: where a grid has three fast ranks and a slow one, no such map suits all four |
                | load | by cells, small integers | by cells, or block by block | at 1 : 2 both fit the speeds; others fit cells less well |

                Ratios compare runs of one round, minutes apart; rates of different rounds are those of a machine whose other
                tenants are felt.
                """.formatted(nbs.stream().map(String::valueOf).collect(Collectors.joining(", ")),
                report.clusters().stream().map(report::section).map(s -> s.replaceFirst("^### ", "## "))
                        .collect(Collectors.joining("\n")));
    }
}
