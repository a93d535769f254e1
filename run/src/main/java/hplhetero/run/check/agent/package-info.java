/**
 * Inspects hosts, and the paths between them, before any rank is started and without MPI. A small process on each host, the agent, tells of
 * its host and connects to the others by plain TCP.
 *
 * <p>Owns: what agent and checking process say to each other, the attempts to connect, and the order in which pairs are measured. Messages
 * are {@code AgentRequest} and {@code AgentResponse}: one line of JSON each over standard input and output, whatever else the remote shell
 * prints there. An agent ends when its standard input does. Must not know: what counts as a problem, reports, how a host is reached
 * ({@link hplhetero.run.check.agent.HostShell} is given).
 *
 * <p>Start reading at {@link hplhetero.run.check.agent.Agents}, then {@link hplhetero.run.check.agent.Agent}.
 */
package hplhetero.run.check.agent;
