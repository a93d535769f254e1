/**
 * Looks at hosts, and at the paths between them, before any rank is started and without MPI: on each host a small process, the
 * agent, tells of its host and connects to the others by plain TCP.
 *
 * <p>Owns: what agent and checking process say to each other ({@code AgentRequest}, {@code AgentResponse}: one line of JSON each over
 * standard input and output, whatever else the remote shell prints there), the attempts to connect, the order in which pairs are
 * measured. An agent ends when its standard input does. Must not know: what is trouble and what is not, reports, how a host is
 * reached ({@link hplhetero.run.check.agent.HostShell} is given).
 *
 * <p>Start reading at {@link hplhetero.run.check.agent.Agents}, then {@link hplhetero.run.check.agent.Agent}.
 */
package hplhetero.run.check.agent;
