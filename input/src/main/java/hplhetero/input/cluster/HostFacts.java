package hplhetero.input.cluster;

import hplhetero.input.text.InputException;
import hplhetero.input.text.TextFile;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the XML that hwloc's {@code lstopo host.xml} writes says of a host, as far as a cluster file has a word for it. The XML is read
 * tag by tag, since hwloc writes each object as one tag.
 *
 * @param cores  number of cores; of threads where the file has no cores, as on some virtual machines
 * @param memory bytes of memory in all NUMA nodes, without those of GPUs; 0 where the file does not say it
 */
record HostFacts(int cores, long memory) {
    private static final Pattern OBJECT = Pattern.compile("<object\\s+type=\"([A-Za-z0-9]+)\"([^>]*)>");
    private static final Pattern MEMORY = Pattern.compile("\\slocal_memory=\"([0-9]{1,18})\"");
    private static final Pattern OF_GPU = Pattern.compile("\\ssubtype=\"GPUMemory\"");

    /**
     * Reads what lstopo has written.
     *
     * @throws InputException if the file cannot be read, or is no such XML
     */
    static HostFacts read(Path file) {
        return TextFile.read(file, TextFile.Kind.HOST_FACTS, HostFacts::of);
    }

    private static HostFacts of(TextFile file) {
        int cores = 0;
        int threads = 0;
        long memory = 0;
        Matcher objects = OBJECT.matcher(String.join("\n", file.lines()));
        while (objects.find()) {
            cores += objects.group(1).equals("Core") ? 1 : 0;
            threads += objects.group(1).equals("PU") ? 1 : 0;
            Matcher bytes = MEMORY.matcher(objects.group(2));
            memory += bytes.find() && !OF_GPU.matcher(objects.group(2)).find() ? Long.parseLong(bytes.group(1)) : 0;
        }
        if (cores + threads == 0) {
            throw new InputException(file.name() + ": has no core: save the output of `lstopo " + file.name() + "` on the host, as XML");
        }
        return new HostFacts(cores > 0 ? cores : threads, memory);
    }
}
