/**
 * The questions that whole programs answer, one class for each question. Each class has a script of the same name in {@code bench/}.
 *
 * <ul>
 * <li>{@code Compare}: how fast is a run beside other programs?
 * <li>{@code Hetero}: what does a cluster of unlike ranks reach?
 * <li>{@code Kernels}, {@code Panels}, {@code Gpu}: how good are the kernels, the panel factorization, and the update on a GPU?
 * <li>{@code Predict}: how good is the time model?
 * <li>{@code PingPong}, {@code Collectives}: how good are messages and collectives over MPI?
 * <li>{@code Trunk}: what do runs take and send over a slow link between two groups of hosts?
 * <li>{@code Lids}: which jobs have hot spots on fat trees?
 * <li>{@code Recording}: what does recording a run cost?
 * </ul>
 *
 * <p>This package owns the command lines, the order of rounds, and the tables. Every comparison alternates the contenders and gives ratios
 * within one round, because a machine's speed changes between minutes. This package must not know how other programs are started and read,
 * which {@link hplhetero.bench.peer} knows. Nothing of the product depends on this package.
 *
 * <p>Start reading at {@code Compare}; for clusters of unlike ranks at {@code Hetero}.
 */
package hplhetero.bench;
