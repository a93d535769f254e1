package hplhetero.run;

import java.util.List;

/** The public cases that are HPL.dat files. */
final class HplDatCases {
    private static final String RUN = "run FILE --output - --blas reference --workers 1 --map cyclic --progress none --history no";
    private static final String ONE_PASSED = "PASSED ";

    static final List<PublicCase> ALL = List.of(
            new PublicCase("c01-device-word.dat", RUN, 0, ONE_PASSED,
                    "line 4, device file: not a number, read as 0 (a file), as in netlib HPL"),
            new PublicCase("c03-more-values.dat", RUN, 0, "PASSED 2 of 2"),
            new PublicCase("c05-conflict-markers.dat", RUN, 2, "c05-conflict-markers.dat, line 5: expected the number of values of N",
                    "found `<<<<<<<`"),
            new PublicCase("c06-too-few.dat", RUN, 2, "c06-too-few.dat, line 6: expected 2 integers (N), found only 1, then `Ns`",
                    "lower the count"),
            new PublicCase("c08-leading-blanks.dat", RUN, 0, ONE_PASSED, "N=600"),
            new PublicCase("c09-intel-values.dat", RUN, 0, ONE_PASSED,
                    "line 23, BCAST 7: not one of 0..5, read as 1ringM, as in netlib HPL"),
            new PublicCase("c10-ibcast-file.dat", RUN, 0, ONE_PASSED, "line 23, BCAST 6: not one of 0..5, read as 1ringM, as in netlib HPL",
                    "line 28, L1 no-transposed"),
            new PublicCase("c12-generated.dat", RUN, 0, ONE_PASSED, "N=322"),
            new PublicCase("c15-utf16.dat", RUN, 2, "c15-utf16.dat: is UTF-16", "save the HPL.dat as ASCII or UTF-8"),
            new PublicCase("c62-decimal-comma.dat", RUN, 2, "line 13: expected a real number (threshold), found `16,0`", "such as 16.0"),
            new PublicCase("c64-one-block.dat", RUN, 0, ONE_PASSED, "N=100"),
            new PublicCase("c65-zero-one.dat", RUN, 0, "PASSED 3 of 3"),
            new PublicCase("c66-crlf-nofinal.dat", RUN, 0, ONE_PASSED, "N=600"),
            new PublicCase("c67-lfcr-mixed.dat", RUN, 0, ONE_PASSED, "N=600"));

    private HplDatCases() {
    }
}
