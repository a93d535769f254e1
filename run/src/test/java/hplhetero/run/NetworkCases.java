package hplhetero.run;

import java.util.List;

/** The public cases that are descriptions of networks. */
final class NetworkCases {
    static final List<PublicCase> ALL = List.of();

    private NetworkCases() {
    }
}
