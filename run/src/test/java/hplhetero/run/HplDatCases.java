package hplhetero.run;

import java.util.List;

/** The public cases that are HPL.dat files. */
final class HplDatCases {
    static final List<PublicCase> ALL = List.of();

    private HplDatCases() {
    }
}
