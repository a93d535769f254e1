package hplhetero.run;

import static hplhetero.run.HplDatSample.dat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import hplhetero.input.HplDatReader;
import hplhetero.input.text.InputException;
import hplhetero.run.Launcher.Ended;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds our program to netlib's, run on the same input: the matrix by its norms, the text line by line. */
final class NetlibIT {
    private static final Path SAMPLES = Path.of(System.getProperty("hpl.home"), "results", "src", "test", "resources");
    /** The last digit that HPL prints of a norm, which may fall either way where the sum before it was rounded. */
    private static final double LAST_DIGIT = 1.001e-6;

    @TempDir
    private Path folder;

    private NetlibText ours(String dat) throws Exception {
        return ours(dat, "vector");
    }

    private NetlibText ours(String dat, String kernels) throws Exception {
        Path file = Files.writeString(folder.resolve("HPL.dat"), dat);
        Ended ended = new Launcher(folder, Map.of()).here("run", file.toString(), "--blas", kernels, "--workers", "1", "--progress",
                "none");
        NetlibText text = NetlibText.ours(ended.out());
        boolean failed = text.lines().stream().anyMatch(line -> line.endsWith("FAILED"));
        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(failed ? 1 : 0);
        return text;
    }

    private Hpcc.Ended netlibs(int ranks, String dat) throws Exception {
        Hpcc.require();
        return new Hpcc(Files.createDirectories(folder.resolve("hpcc"))).run(ranks, dat);
    }

    /** All digits: other kernels and NBs move ||x||_1 of these N by 5e-9 at most, and none is so near to the next digit. */
    @Test
    @Needs({Component.NETLIB_HPL, Component.OPEN_MPI})
    void shouldHaveNetlibsNorms() throws Exception {
        Object[] lines = {5, "4", 6, "97 300 500 1000", 8, "64", 13, "1e-30"};
        NetlibText netlibs = netlibs(1, dat(Stream.concat(Stream.of(lines), Stream.of(11, "1", 12, "1")).toArray())).text();
        assertThat(netlibs.norms("||A||_oo")).hasSize(4).startsWith(28.153198);
        NetlibText ours = ours(dat(Stream.concat(Stream.of(lines), Stream.of(10, "2", 11, "1 2", 12, "1 2")).toArray()), "native");
        for (String name : List.of("||A||_oo", "||A||_1", "||x||_oo", "||x||_1", "||b||_oo")) {
            assertThat(ours.norms(name)).as(name).isEqualTo(twice(netlibs.norms(name)));
        }
    }

    private static List<Double> twice(List<Double> list) {
        return Stream.of(list, list).flatMap(List::stream).toList();
    }

    private static void assertNear(String name, List<Double> ours, List<Double> netlibs) {
        assertThat(ours).as(name).hasSameSizeAs(netlibs);
        for (int i = 0; i < ours.size(); i++) {
            assertThat(ours.get(i)).as("%s of test %d", name, i).isCloseTo(netlibs.get(i), within(LAST_DIGIT));
        }
    }

    /** A sweep that is not about ranks: netlib's code then needs no launcher. */
    private static String onOne(Object... numbersAndTexts) {
        return dat(Stream.concat(Stream.of(11, "1", 12, "1"), Stream.of(numbersAndTexts)).toArray());
    }

    static Stream<Arguments> sweeps() {
        return Stream.of(
                Arguments.of("grids and factorizations", 4, dat(5, "2", 6, "30 97", 7, "2", 8, "7 32", 10, "3", 11, "2 1 4", 12, "2 3 1",
                        14, "3", 15, "0 1 2", 20, "3", 21, "2 1 0")),
                Arguments.of("recursion, column-major", 4,
                        dat(6, "64", 7, "2", 8, "16 65", 9, "1", 16, "3", 17, "1 2 8", 18, "3", 19, "2 3 4", 28, "1")),
                Arguments.of("broadcasts and depths", 4,
                        dat(10, "2", 11, "1 2", 12, "4 2", 22, "6", 23, "0 1 2 3 4 5", 24, "3", 25, "0 1 2", 26, "0",
                                29, "1")),
                Arguments.of("long swap, no equilibration", 4, dat(26, "1", 27, "8", 30, "0", 31, "4")),
                Arguments.of("mixed swap", 4, dat(11, "4", 12, "1", 27, "20", 31, "16")),
                Arguments.of("more digits than usual", 1, onOne(8, "1000", 16, "2", 17, "10 128", 18, "2", 19, "2 11", 24, "2", 25, "10 3",
                        27, "123456")),
                Arguments.of("twenty values", 2, dat(5, "20", 6, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20", 7, "9",
                        8, "1 2 3 4 5 6 7 8 9", 11, "1", 12, "2")),
                Arguments.of("long lists of words", 2, dat(6, "20", 11, "1", 12, "2", 14, "9", 15, "0 1 2 0 1 2 0 1 2", 22, "17",
                        23, "0 1 2 3 4 5 0 1 2 3 4 5 0 1 2 3 4")),
                Arguments.of("hardly any rows", 4, dat(5, "4", 6, "0 1 2 30", 7, "2", 8, "1 3")),
                Arguments.of("a rank beyond the grids", 4, dat(10, "2", 11, "1 1", 12, "2 3")),
                Arguments.of("failed", 1, onOne(5, "2", 6, "30 97", 13, "1e-9")),
                Arguments.of("a large threshold", 1, onOne(13, "123456789012.25")),
                Arguments.of("not checked, 0", 1, onOne(5, "2", 6, "30 97", 13, "0.0")),
                Arguments.of("not checked, -16", 1, onOne(5, "2", 6, "30 97", 13, "-16.0")),
                Arguments.of("replaced, too large", 1,
                        onOne(9, "7", 14, "3", 15, "3 0 17", 20, "2", 21, "3 100", 22, "2", 23, "6 99", 26, "3", 27, "-5",
                                28, "2", 29, "9", 30, "2", 31, "0")),
                Arguments.of("replaced, negative", 1,
                        onOne(9, "-1", 14, "2", 15, "1 -1", 20, "2", 21, "0 -2", 22, "2", 23, "4 -1", 26, "-1", 28, "-1",
                                29, "-1", 30, "-1", 31, "-8")),
                Arguments.of("replaced threshold of the mixed swap", 1, onOne(27, "-5")));
    }

    @ParameterizedTest(name = "{0}")
    @Daily(2)
    @MethodSource("sweeps")
    @Needs({Component.NETLIB_HPL, Component.OPEN_MPI})
    void shouldPrintNetlibsLines(String name, int ranks, String dat) throws Exception {
        NetlibText netlibs = netlibs(ranks, dat).text();
        NetlibText ours = ours(dat);
        assertThat(netlibs.lines()).as("netlib's").contains("End of Tests.");
        assertThat(ours.maskedAs20()).isEqualTo(netlibs.maskedAs20());
        assertSameFigures(ours, netlibs);
    }

    /** What netlib HPL 2.3 itself printed once, whole or from its first row on. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"sample.out, 16.0, 2, 2", "sample-failed.out, 1e-9, 1, 1", "sample-unchecked.out, 0.0, 1, 1"})
    void shouldPrintTheLinesOf23(String sample, String threshold, String values, String grids) throws Exception {
        NetlibText netlibs = new NetlibText(Files.readAllLines(SAMPLES.resolve(sample)));
        NetlibText ours = ours(dat(5, values, 6, "30 200", 7, values, 8, "3 16", 10, grids, 11, "2 1", 12, "2 4", 13, threshold,
                15, "1", 21, "2", 23, "0", 25, "0"));
        assertThat(ours.masked()).endsWith(netlibs.masked().toArray(String[]::new));
        assertSameFigures(ours, netlibs);
    }

    private static void assertSameFigures(NetlibText ours, NetlibText netlibs) {
        for (String norm : List.of("||Ax-b||_oo", "||A||_oo", "||A||_1", "||x||_oo", "||x||_1", "||b||_oo")) {
            assertNear(norm, ours.norms(norm), netlibs.norms(norm));
        }
        assertSameMagnitude(netlibs.orders(), ours.residuals(), netlibs.residuals());
    }

    /** The formula is the same, the roundings are not; systems of a few rows may be solved without any. */
    private static void assertSameMagnitude(List<Integer> orders, List<Double> ours, List<Double> netlibs) {
        assertThat(ours).hasSameSizeAs(netlibs);
        for (int i = 0; i < ours.size(); i++) {
            if (orders.get(i) >= 30) {
                assertThat(ours.get(i) / netlibs.get(i)).as("residual of test %d", i).isBetween(0.1, 10.0);
            }
        }
    }

    @ParameterizedTest
    @Daily(2)
    @CsvSource({"5, 0", "5, 21", "6, -1", "7, 0", "8, 0", "10, 0", "11, 0", "12, -2", "14, 0", "16, 21", "17, 0", "18, 0", "19, 1",
            "20, -1",
        "22, 0", "24, 21", "25, -1"})
    @Needs({Component.NETLIB_HPL, Component.OPEN_MPI})
    void shouldRefuseWhatNetlibRefuses(int line, String text) throws Exception {
        String dat = line == 11 || line == 12 ? dat(line, text) : dat(11, "1", 12, "1", line, text);
        assertThat(netlibs(1, dat).error()).contains("HPL ERROR", "HPL_pdinfo");
        Path file = Files.writeString(folder.resolve("HPL.dat"), dat);
        assertThatThrownBy(() -> HplDatReader.read(file)).isInstanceOf(InputException.class).hasMessageContaining("HPL.dat, line " + line
                + ":");
    }
}
