package hplhetero.run;

import java.util.List;
import java.util.stream.Stream;

/**
 * The public cases that are host lists and machine files. The command reads the list and then ends, as this process was not started by the
 * launcher; a list that cannot be read ends it earlier. Which hosts are read HostListTest knows.
 */
final class HostListCases {
    static final List<PublicCase> ALL = Stream.of("c36-slurm-hostfile", "c37-pbs-nodefile", "c40-ip-list", "c42-no-final-newline",
                    "c44-crlf-hosts", "c44-machinefile-intel", "c44-rankfile")
            .map(file -> read(file, file.equals("c44-rankfile") ? "is of a rankfile" : "was not started by the script `hpl` of its folder"))
            .toList();

    private HostListCases() {
    }

    private static PublicCase read(String file, String message) {
        return new PublicCase(file, "check --hostfile FILE --ssh /bin/false", 2, message);
    }
}
