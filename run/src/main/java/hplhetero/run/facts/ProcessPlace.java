package hplhetero.run.facts;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The identity of a process among all processes that share its kernel.
 *
 * @param pid       the process's number
 * @param bootId    identity of the running kernel, equal for all processes that share it; empty when not known
 * @param namespace the namespace within which the number holds: containers have namespaces of their own; empty when not known
 */
public record ProcessPlace(long pid, String bootId, String namespace) implements Serializable {
    private static final Path NAMESPACE = Path.of("/proc/self/ns/pid");

    /**
     * Returns the identity of the process in which this is called: its number, the running kernel, and its namespace of process numbers.
     */
    public static ProcessPlace here() {
        return new ProcessPlace(ProcessHandle.current().pid(), HostProbe.bootId(), namespaceHere());
    }

    private static String namespaceHere() {
        try {
            return Files.readSymbolicLink(NAMESPACE).toString();
        } catch (IOException | UnsupportedOperationException unknown) {
            return "";
        }
    }

    /**
     * Returns the numbers of those processes that run on the same operating-system kernel as the process that this object describes; its
     * own number is included.
     *
     * @param all the processes to choose from, such as those of all ranks
     * @return empty where a process on the same kernel has its number in another namespace, such as a container's, so that its times cannot
     *     be told from those of strangers
     */
    public Optional<Set<Long>> onSameKernel(List<ProcessPlace> all) {
        Set<Long> numbers = new HashSet<>(Set.of(pid));
        for (ProcessPlace other : all) {
            if (other.bootId.equals(bootId)) {
                if (!other.namespace.equals(namespace)) {
                    return Optional.empty();
                }
                numbers.add(other.pid);
            }
        }
        return Optional.of(numbers);
    }
}
