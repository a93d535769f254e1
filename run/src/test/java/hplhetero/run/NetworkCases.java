package hplhetero.run;

import java.util.List;

/** The public cases that are descriptions of networks. */
final class NetworkCases {
    private static final String PREDICT = "net predict --collective allreduce --bytes 1MiB --topology ";
    private static final String CASES = "src/test/resources/cases/";
    private static final String[] OF_2009 = {"4 nodes, 1 switch, 8 links", "speed unknown of 4 of 4 cables"};
    /** Two adapters in each of four hosts, and none of the three aggregation nodes. */
    private static final String[] OF_HDR = {"8 nodes, 3 switches, 24 links"};

    static final List<PublicCase> ALL = List.of(
            new PublicCase("c45.net", PREDICT + "FILE", 0, OF_2009),
            new PublicCase("c45-2009.ibnetdiscover", PREDICT + CASES + "c45.net", 0, OF_2009),
            new PublicCase("c45-2009.lfts", PREDICT + CASES + "c45.net", 0, OF_2009),
            new PublicCase("c47.net", PREDICT + "FILE", 0, OF_HDR),
            new PublicCase("c47-hdr.ibnetdiscover", PREDICT + CASES + "c47.net", 0, OF_HDR),
            new PublicCase("c47-hdr.lfts", PREDICT + CASES + "c47.net", 0, OF_HDR),
            new PublicCase("c71-slurm-topology.conf", PREDICT + "FILE", 0, "4 nodes, 3 switches, 12 links",
                    "the file does not say how many cables join switches"));

    private NetworkCases() {
    }
}
