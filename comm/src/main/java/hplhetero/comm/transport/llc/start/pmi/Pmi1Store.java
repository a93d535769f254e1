package hplhetero.comm.transport.llc.start.pmi;

import hplhetero.comm.CommException;
import java.util.HexFormat;
import java.util.Map;

/**
 * The store of Hydra (mpiexec of MPICH and Intel MPI) and of srun --mpi=pmi2. It speaks PMI 1, lines of text. The lines of this side, and
 * the answers to them, are:
 * <pre>
 *   cmd=init pmi_version=1 pmi_subversion=1      cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0
 *   cmd=get_maxes                                cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024
 *   cmd=get_my_kvsname                           cmd=my_kvsname kvsname=kvs_1_0
 *   cmd=put kvsname=kvs_1_0 key=k value=v        cmd=put_result rc=0 msg=success
 *   cmd=barrier_in                               cmd=barrier_out                               when all have come
 *   cmd=get kvsname=kvs_1_0 key=k                cmd=get_result rc=0 msg=success value=v
 *   cmd=finalize                                 cmd=finalize_ack
 * </pre>
 * A value is text of {@code vallen_max} characters at most. So bytes go as hexadecimal digits, in as many parts as are needed; the first
 * part begins with the number of all digits.
 */
final class Pmi1Store implements ProcessManager {
    static final String DESCRIPTOR = "PMI_FD";
    private static final String RANK = "PMI_RANK";
    private static final String SIZE = "PMI_SIZE";
    /** Number of digits at the beginning of a value's first part, which tell how many digits follow in all parts. */
    private static final int COUNT_DIGITS = 8;

    private final Starter starter;
    private final Pmi1Lines lines;
    private final int rank;
    private final int size;
    /** Characters of the longest part of a value. */
    private final int partLength;
    /** Name of the job's key-value space. */
    private final String space;

    /**
     * Begins to speak PMI 1 with the program that started this process.
     *
     * @throws CommException when the other side does not answer as it should
     */
    Pmi1Store(Starter starter, Map<String, String> environment) {
        this.starter = starter;
        this.rank = number(environment, RANK);
        this.size = number(environment, SIZE);
        this.lines = new Pmi1Lines(number(environment, DESCRIPTOR), starter.text());
        lines.ask("cmd=init pmi_version=1 pmi_subversion=1", "response_to_init");
        // a value in the other side's memory ends with a zero
        this.partLength = Integer.parseInt(lines.ask("cmd=get_maxes", "maxes").get("vallen_max")) - 1;
        this.space = lines.ask("cmd=get_my_kvsname", "my_kvsname").get("kvsname");
    }

    private int number(Map<String, String> environment, String variable) {
        try {
            return Integer.parseInt(environment.getOrDefault(variable, "").strip());
        } catch (NumberFormatException e) {
            throw new CommException(variable + "=" + environment.get(variable) + " is no number, though " + starter.text()
                    + " started this process: let hpl start the ranks with --hosts a,b --launcher llc", e);
        }
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void put(String key, byte[] value) {
        String digits = HexFormat.of().toHexDigits(2 * value.length) + HexFormat.of().formatHex(value);
        for (int part = 0; part * partLength < digits.length(); part++) {
            String text = digits.substring(part * partLength, Math.min(digits.length(), (part + 1) * partLength));
            lines.ask("cmd=put kvsname=" + space + " key=" + name(key, part) + " value=" + text, "put_result");
        }
    }

    @Override
    public byte[] get(String key) {
        StringBuilder digits = new StringBuilder(part(key, 0));
        int all = COUNT_DIGITS + HexFormat.fromHexDigits(digits, 0, COUNT_DIGITS);
        for (int part = 1; digits.length() < all; part++) {
            digits.append(part(key, part));
        }
        return HexFormat.of().parseHex(digits, COUNT_DIGITS, all);
    }

    private String part(String key, int part) {
        String value = lines.ask("cmd=get kvsname=" + space + " key=" + name(key, part), "get_result").get("value");
        if (value == null || value.isEmpty()) {
            throw new CommException(starter.text() + " has no value of key=" + name(key, part) + ": read what rank "
                    + ProcessManager.owner(key) + " says");
        }
        return value;
    }

    /** Returns the name of one part of a value, without the blank of its key, which would end the name. */
    private static String name(String key, int part) {
        return "hpl-" + key.replace(' ', '-') + "-" + part;
    }

    @Override
    public void barrier() {
        lines.ask("cmd=barrier_in", "barrier_out");
    }

    @Override
    public void close() {
        lines.ask("cmd=finalize", "finalize_ack");
    }
}
