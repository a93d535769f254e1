package hplhetero.run;

import java.util.List;

/** The public cases that are host lists and machine files. */
final class HostListCases {
    static final List<PublicCase> ALL = List.of();

    private HostListCases() {
    }
}
