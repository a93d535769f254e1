package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.input.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Command lines of other HPLs, in the form that people post in public. */
final class XhplArgumentsTest {
    private static final Map<String, String> RANK = Map.of("OMPI_COMM_WORLD_RANK", "0");

    @TempDir
    private Path folder;

    private String read(String words, Map<String, String> environment) {
        return String.join(" ", XhplArguments.read(words.isBlank() ? List.of() : List.of(words.strip().split(" ")), environment,
                Set.of("run", "check"), folder));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "-n 117120 -b 384 -p 2 -q 4                    | run -N 117120 --nb 384 -P 2 -Q 4",
        "-n 10000 -p 1 -q 3                            | run -N 10000 -P 1 -Q 3",
        "-P 2 -Q 2 -N 90112 -NB 512 -it 3              | run -P 2 -Q 2 -N 90112 --nb 512 --repeat 3",
        "--ranksP 1 --ranksQ 2 --sizeN 9000 --sizeNB 8 | run -P 1 -Q 2 -N 9000 --nb 8",
        "-i rochpl/HPL_2GPU.dat -it 2                  | run --repeat 2 rochpl/HPL_2GPU.dat",
        "--dat /workspace/HPL-4GPUs.dat                | run /workspace/HPL-4GPUs.dat",
        "HPL.dat                                       | run HPL.dat",
        "-N 1000 --blas vector --json r.json           | run -N 1000 --blas vector --json r.json"})
    void shouldTakeWhatMeansTheSame(String theirs, String ours) throws IOException {
        Files.createFile(folder.resolve("HPL.dat"));
        assertThat(read(theirs, RANK)).isEqualTo(ours);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "-P 2 -Q 4 -p 1 -q 4 -NB 512           | -p 1: rocHPL's grid of the ranks on a node",
        "-N 9000 -f 0.3                        | -f: rocHPL's split of the update",
        "-i HPL.dat -N 9000                    | -i HPL.dat: rocHPL then reads all values from the file",
        "-m 50000 -b 256 -p 4 -q 4             | -m 50000: Intel's size of the matrix in Mbytes: give the order, -N 79056, or --mem",
        "-m fifty                              | -m",
        "--dat HPL.dat --gpu-affinity 0:1:2:3  | --gpu-affinity: Nvidia's choice of GPUs",
        "--dat HPL.dat --ucx-affinity mlx5_0   | UCX_NET_DEVICES",
        "-n                                    | -n: a value is missing behind it"})
    void shouldNameOursWhereTheyMeanSomethingElse(String theirs, String message) {
        assertThatThrownBy(() -> read(theirs, RANK)).isInstanceOf(InputException.class).hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", XhplArguments.CALLED})
    void shouldRunHplDatWhereNothingIsGiven(String variable) throws IOException {
        Files.createFile(folder.resolve("HPL.dat"));
        assertThat(read("", Map.of(variable, "0"))).isEqualTo("run");
    }

    @Test
    void shouldRunWhereSlurmHasStartedTheStep() throws IOException {
        Files.createFile(folder.resolve("HPL.dat"));
        assertThat(read("", Map.of("SLURM_PROCID", "1", "SLURM_STEP_ID", "0", "SLURM_STEP_NUM_TASKS", "2"))).isEqualTo("run");
        assertThat(read("", Map.of("SLURM_PROCID", "0"))).isEmpty();
    }

    @Test
    void shouldChooseNoTestInThePlaceOfAnXhpl() {
        assertThatThrownBy(() -> read("", RANK)).isInstanceOf(InputException.class)
                .hasMessageContaining("./HPL.dat: no such file: write one");
    }

    /** A command that is mistyped under mpirun is still told from a file. */
    @Test
    void shouldTakeNoWordForAFileThatIsNone() {
        assertThat(read("calibarte -N 100", RANK)).isEqualTo("calibarte -N 100");
        assertThat(read("calibarte", Map.of(XhplArguments.CALLED, "1"))).isEqualTo("run calibarte");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run -N 100", "check", "--help", "--version"})
    void shouldLeaveItsOwnCommandsAlone(String words) {
        assertThat(read(words, RANK)).isEqualTo(words);
        assertThat(read(words, Map.of(XhplArguments.CALLED, "1"))).isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-NB 128", "-n 100", "HPL.dat"})
    void shouldLeaveTheWordsAloneWhereItIsInNobodysPlace(String words) {
        assertThat(read(words, Map.of("SLURM_JOB_ID", "7"))).isEqualTo(words);
    }
}
