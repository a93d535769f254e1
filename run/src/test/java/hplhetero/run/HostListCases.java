package hplhetero.run;

import java.util.List;
import java.util.stream.Stream;

/**
 * The public cases that are host lists and machine files. The command reads the list and then ends, as this process was not started by the
 * launcher; a list that cannot be read ends it earlier. Which hosts are read HostListTest knows.
 */
final class HostListCases {
    private static final Stream<PublicCase> CHECKED = Stream.of("c36-slurm-hostfile", "c37-pbs-nodefile", "c40-ip-list",
                    "c42-no-final-newline", "c44-crlf-hosts", "c44-machinefile-intel", "c44-rankfile")
            .map(file -> new PublicCase(file, "check --hostfile FILE --ssh /bin/false", 2,
                    "was not started by the script `hpl` of its folder"));
    private static final PublicCase RUN = new PublicCase("c44-rankfile", "run -N 100 --hostfile FILE --ssh /bin/false", 2,
            "c44-rankfile is a rankfile: taking its 2 host(s) and 2 rank(s), but not its cores: ");
    static final List<PublicCase> ALL = Stream.concat(CHECKED, Stream.of(RUN)).toList();

    private HostListCases() {
    }
}
