package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What real shells make of the script. */
final class CompletionTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void printTheScript() throws IOException {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            assertThat(Main.execute("completion", "bash")).isZero();
        } finally {
            System.setOut(before);
        }
        Files.write(folder.resolve("script"), printed.toByteArray());
        Files.createFile(folder.resolve("my.cluster"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "nothing", value = {
        "hpl pl                          | plan",
        "hpl cal                         | calibrate",
        "hpl net ''                      | predict simulate bench probe draw lids study",
        "hpl run --js                    | --json",
        "hpl run --blas ''               | auto cuda native netlib opencl reference rocm vector",
        "hpl run --transport ''          | auto llc llc:shm llc:tcp llc:ucx llc:utofu local mpi mpj",
        "hpl run --launcher ''           | auto openmpi mpich mpj llc llc:tcp llc:shm llc:ucx llc:utofu",
        "hpl run --bcast 2               | 2ring 2ringM",
        "hpl predict --bcast ''          | 1ring 1ringM 2ring 2ringM long longM",
        "hpl run --swap lo               | long",
        "hpl run --pfact ''              | left crout right",
        "hpl run --map we                | weighted",
        "hpl run --check y               | yes",
        "hpl run --verify-steps s        | sample",
        "hpl bu                          | burnin",
        "hpl to                          | top500",
        "hpl burnin --verify-steps a     | all",
        "hpl burnin --min                | --minutes",
        "hpl burnin --groups l           | leaves",
        "hpl run --json x --progress ''  | auto bar plain none",
        "hpl run --cluster m             | my.cluster",
        "hpl net draw --topology m       | my.cluster",
        "hpl net simulate --collective b | bcast barrier",
        "hpl net lids --for p            | pivot pivots",
        "hpl net lids --method ''        | single sender-wise node-wise paper colouring",
        "hpl completion ''               | bash zsh",
        "hpl ra                          | rank",
        "hpl run --mark                  | --markdown",
        "hpl age                         | nothing",
    })
    void shouldCompleteInBash(String line, String words) throws Exception {
        String asking = "compopt() { :; }; source ./script; COMP_WORDS=(" + line + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); "
                + "_complete_hpl; echo \"${COMPREPLY[@]}\"";
        assertThat(ended("bash", "-c", asking)).isEqualTo(words == null ? "" : words);
    }

    /** At the prompt of a shell with a terminal, by the Tab key. */
    @Test
    @Needs(Component.ZSH)
    void shouldCompleteInZsh() throws Exception {
        Files.writeString(folder.resolve("prompt.zsh"), """
                zmodload zsh/zpty
                zpty shell zsh -f -i
                zpty -w shell 'autoload -U compinit; compinit -u; source ./script; hpl() { print -r "R""AN <$*>" }; print "REA""DY"'
                zpty -r shell said '*READY*'
                for line in 'calib' 'run --blas nat' 'run --cluster my' 'net dr'; do
                  zpty -w -n shell "hpl $line"$'\\t\\n'
                  zpty -r shell said '*RAN <*>*'
                  print -r -- "${${said##*RAN <}%%>*}"
                done
                zpty -d shell
                """);
        assertThat(ended("zsh", "prompt.zsh").lines().map(String::strip)).containsExactly("calibrate", "run --blas native",
                "run --cluster my.cluster", "net draw");
    }

    private String ended(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("HOME", folder.toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said.strip();
    }
}
