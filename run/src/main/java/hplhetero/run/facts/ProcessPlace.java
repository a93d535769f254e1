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
 * A process, as those who share its kernel tell it from others.
 *
 * @param pid       its number
 * @param bootId    the same for all who share a kernel; empty when not known
 * @param namespace within which the number holds: containers have namespaces of their own; empty when not known
 */
public record ProcessPlace(long pid, String bootId, String namespace) implements Serializable {
    private static final Path NAMESPACE = Path.of("/proc/self/ns/pid");

    /** Returns the place of this process. */
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
     * Returns the numbers of those processes that share this one's kernel, its own included.
     *
     * @return empty where one of them has its number in another namespace: its times cannot be told from those of strangers
     */
    public Optional<Set<Long>> beside(List<ProcessPlace> all) {
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
