/**
 * The questions that are answered by whole programs, one class each: how fast a run is beside others ({@code Compare}), what a cluster
 * of unlike ranks reaches ({@code Hetero}), how good the kernels ({@code Kernels}), the time model ({@code Predict}), messages
 * ({@code PingPong}) and collectives ({@code Collectives}) over MPI are, what runs take and send over a slow link between two groups
 * of hosts ({@code Trunk}), and which jobs have hot spots on fat trees ({@code Lids}). Each is a script of the same name in {@code bench/}.
 *
 * <p>Owns: the command lines, the order of rounds, the tables. Every comparison alternates the contenders and gives ratios within one
 * round, because a machine's mood changes between minutes. Must not know: how others' programs are started and read, which is
 * {@link hplhetero.bench.peer}'s.
 *
 * <p>Nothing of the product depends on it. Start reading at {@code Compare}; for clusters of unlike ranks at {@code Hetero}.
 */
package hplhetero.bench;
