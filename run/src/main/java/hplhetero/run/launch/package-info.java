/**
 * Starting ranks on a list of hosts: {@code --hosts} and {@code --hostfile}.
 *
 * <p>Owns: the list of hosts, the remote shell, the application's presence on each host, the command line of the MPI that is installed, and
 * the processes of ranks that this program starts itself. Must not know: matrices, tests, what the ranks will do.
 *
 * <p>Start reading at {@link hplhetero.run.launch.Launch}, then {@code ProcessStarter} and {@code HostSurvey}.
 */
package hplhetero.run.launch;
