package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.terminal.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a user gets wrong is exit code 2 and one message, never a stack trace. */
final class BadInputTest {
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(shown, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void giveBack() {
        System.setErr(before);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "run -N -5                              | -N: expected integers >= 0, found `-5`",
        "run -N 10,000                          | -N: `10,000` is a list, because commas separate values: write 10000",
        "run -N 1e3                             | -N: expected integers >= 0, found `1e3`",
        "run --nb 0                             | --nb: expected integers >= 1, found `0`",
        "run no-such-file                       | no-such-file: no such file",
        "run -N 10 --verify-steps some          | option --verify-steps: expected one of no, sample, all, found `some`: give one of these",
        "run -N 10 --correct                    | --correct: nothing is tested, so no error is found: give --verify-steps sample or all",
        "run -N 10 --emulate-bitflip 0:1:here   | option --emulate-bitflip: expected a phase of input, factor, receive, pack, swap, upd",
        "run -N 10 --emulate-bitflip 0:1        | option --emulate-bitflip: expected RANK:STEP:PHASE[:BIT], found `0:1`",
        "run -N 10 --emulate-bitflip 0:1:u:63   | option --emulate-bitflip: expected an integer <= 62, found `63`",
        "run -N 10 --emulate-bitflip 7:1:u      | --emulate-bitflip 7:1:u:54: the run has 1 ranks: name one of 0..0",
        "run -N 10 --workers 0                  | option --workers: expected an integer >= 1, found `0`",
        "run -N 10 --workers x                  | option --workers: expected an integer >= 1, found `x`",
        "run -N 10 --blas nobody                | unknown BLAS provider, name=nobody: choose one of",
        "run -N 10 --blas reference --blas-lib x | takes no library",
        "run -N 10 --blas cuda --panels gpu | --panels gpu: must be device, host or auto",
        "run -N 10 --blas vector --host-share 0.5 | --host-share 0.5: with --blas vector no rank computes on a device: drop the options",
        "run -N 10 --blas vector,native --device 1 --device-memory 2 | --device 1 --device-memory 2.0: with --blas vector,native no rank",
        "run -N 10 --blas-lib x --device-memory 2 | --device-memory 2.0: with --blas native no rank computes on a device",
        "calibrate --blas vector --device 0     | --device 0: with --blas vector no rank computes on a device",
        "plan --ranks 2 --blas vector --device 0 | --device 0: with --blas vector no rank computes on a device",
        "run -N 10 --blas-lib /no/such/lib.so   | library=/no/such/lib.so",
        "run -N 10 --transport pigeons          | --transport pigeons: unknown, choose one of auto, llc, llc:shm",
        "run -N 10 --json /no/such/folder/x     | --json /no/such/folder/x: no file can be written there",
        "run -N 10 --output /no/such/folder/x --blas reference | output file /no/such/folder/x cannot be written",
        "run -N 10 --signal USR1                | --signal USR1: says when the state is written, but no folder is given for it: add",
        "run -N 10 --checkpoint :5min           | --checkpoint :5min: names no folder: write a folder, such as --checkpoint states:5min",
        "run -N 10 --checkpoint c:9999999h      | --checkpoint c:9999999h: is longer than a year: choose a shorter time",
        "run -N 10 --checkpoint /dev/null/c     | --checkpoint /dev/null/c: cannot be written",
        "run -N 10 --spares e                   | --spares e: a spare host goes on from a state of the run, and none is kept: add --check",
        "resume no-such-folder                  | resume no-such-folder: has no state of a run on this host (no-such-folder/command)",
        "resume no-such-folder --map diagonal   | option --map: expected",
        "run --mem 0%                           | option --mem: expected more than 0% and at most 100%, found `0%`: give a share",
        "run --mem 101%                         | option --mem: expected more than 0% and at most 100%, found `101%`: give a share",
        "run --mem 5                            | option --mem: expected an amount of memory > 0 with its unit, such as 16GiB, found `5`",
        "run -N 10 --mem 50%                    | --mem 50 %: N=10 is given by -N, HPL.dat or --plan: drop that, or drop --mem",
        "run -N 10 --json /                     | --json /: no file can be written there (/: is a directory",
        "run -N 10 --json /etc/passwd/x.json    | --json /etc/passwd/x.json: no file can be written there (Not a directory): name one in a",
        "run -N 10 --output /proc/hpl.out       | output file /proc/hpl.out cannot be written (",
        "run -N 10 --output /                   | output file / cannot be written (",
        "run -N 10 --output - --json -        | --output - --json -: standard output can take only one of these: name a file for the other",
        "plan --cluster no-such --svg /no/such/x | --picture /no/such/x: no file can be written there (no such folder)",
        "plan --cluster no-such --write /proc/x | --write /proc/x: no file can be written there (",
        "plan --write - --picture -             | --write - --picture -: standard output can take only one of these",
        "predict --cluster no-such --json /proc/x | --json /proc/x: no file can be written there (",
        "calibrate --write /proc/x              | --write /proc/x: no file can be written there (",
        "check --json /proc/x                   | --json /proc/x: no file can be written there (",
        "net draw --topology no-such --out /proc/x | --picture /proc/x: no file can be written there (",
        "net predict --topology no-such --json /proc/x | --json /proc/x: no file can be written there (",
        "net lids --topology no-such --write /proc/x | --write /proc/x: no file can be written there (",
        "net lids --topology no-such --table /proc/x | --table /proc/x: no file can be written there (",
        "net lids --topology no-such --table - --json - | --table - --json -: standard output can take only one of these",
        "net simulate --paper torus --out /proc/x | --output /proc/x: the folder cannot be made: name another",
        "net probe --out /proc/x                | --write /proc/x: no file can be written there (",
        "run -N 10 --map circle                 | map `circle`",
        "run -N 10 --emulate-slowdown 2,0.5     | --emulate-slowdown 2,0.5: expected numbers >= 1, found `0.5`",
        "run -N 10 --emulate-slowdown 2,x       | expected numbers >= 1, found `x`",
        "run -N 10 --emulate-slowdown NaN       | expected numbers >= 1, found `NaN`",
        "run -N 10 --emulate-slowdown 1000001   | --emulate-slowdown 1000001: expected factors up to 1000000, found `1000001`",
        "run -N 10 --emulate-slowdown 2@40:4    | --emulate-slowdown 2@40:4: expected @SHARE%:FACTOR or @SECONDSs:FACTOR, found `2@40:4`: "
                + "give a factor such as 2, and changes such as 2@40%:4",
        "run -N 10 --emulate-slowdown 2@140%:4  | --emulate-slowdown 2@140%:4: expected a share of 0..100 %, found `140%`: give",
        "calibrate --ranks 1 --emulate-slowdown 2@-1s:4 | --emulate-slowdown 2@-1s:4: expected seconds >= 0, found `-1s`: give",
        "plan --ranks 2 --emulate-slowdown 2,2@40%:0 | --emulate-slowdown 2,2@40%:0: expected numbers >= 1, found `0`: give",
        "run -N 10 --emulate-slowdown 2@70%:4@40%:2 | expected a later change than @70%, found `@40%`: name changes in the order in which",
        "run -N 10 -Q 2 --emulate-slowdown 2,2,4 | --emulate-slowdown 2,2,4: has 3 factor(s) for 2 rank(s): give one factor for each rank",
        "run -NB 128 -N 10                      | -NB: the option is --nb",
        "run -Ps 2 -N 10                        | -Ps: the option is --p",
        "run -N 10 -nbmin 4                     | -nbmin: the option is --nbmin",
        "run -N 10 -blas=vector                 | -blas=vector: the option is --blas",
        "plan -Ns 100                           | -Ns: the option is --n",
        "net predict -topology x                | -topology: the option is --topology",
        "run --no-such-option                   | --no-such-option: unknown option (see ./hpl run --help)",
        "run a b                                | `b`: one word too many: drop it (see ./hpl run --help)",
        "run /dev/zero                          | /dev/zero: is not a text file (byte 0x00 at offset 0): name an HPL.dat",
        "compare /dev/zero last                 | /dev/zero: is larger than 67108864 bytes, the limit for a file of results: name another",
        "rank no-such.csv                       | no-such.csv: no such file: name a table in CSV that has a column such as Rmax",
        "rank                                   | FILE.csv: not given: write './hpl rank FILE.csv RESULT'",
        "run -N 10 --markdown /proc/x           | --markdown /proc/x: no file can be written there (",
        "import /dev/zero                       | /dev/zero: is larger than 67108864 bytes, the limit for a file of results: name another",
        "import /                               | /: is a directory: name the file of results itself, such as /result.json",
        "plan --cluster /dev/urandom            | /dev/urandom: is ",
        "run -N 10 --hostfile /dev/zero         | /dev/zero: is not a text file (byte 0x00 at offset 0): name a host file",
        "calibrate --ranks 0                    | --ranks 0",
        "run -N 10 --stall-timeout 5s           | option --stall-timeout: expected a number, found `5s`: give one such as 2.5",
        "calibrate -P 65536 -Q 65536            | P=65536 Q=65536 are 4294967296 processes: choose P x Q <= 2147483647",
        "calibrate --ranks 5000                 | ranks=5000: one process runs at most 512 ranks: choose fewer",
        "run -N 100 -P 3000 -Q 3000             | ranks=9000000: one process runs at most 512 ranks: choose fewer",
        "calibrate --seconds 0                  | --seconds 0.0: must be more than 0",
        "calibrate --nb x                       | --nb: expected integers >= 1, found `x`",
        "calibrate --write /no/such/folder/x    | --write /no/such/folder/x: no file can be written there",
        "calibrate --transport pigeons          | --transport pigeons: unknown, choose one of auto, llc, llc:shm",
        "burnin --minutes 0                     | --minutes 0.0: must be more than 0 and at most 10080, a week",
        "burnin --minutes NaN                   | --minutes NaN: must be more than 0",
        "burnin -N 0                            | -N 0: must be at least 1",
        "burnin -N 10 --mem 80%                 | -N 10 --mem 80%: give one of the two",
        "burnin --mem 0%                        | option --mem: expected more than 0%",
        "burnin --junit /no/such/folder/x       | --junit /no/such/folder/x: no file can be written there",
        "burnin --against /no/such/folder/x     | /no/such/folder/x: ",
        "burnin --groups leaves                 | --groups leaves: the network is not known: give --topology FILE",
        "burnin --topology /no/such/file        | /no/such/file: ",
        "burnin --workers 0                     | --workers 0: must be at least 1",
        "burnin --blas best                     | unknown BLAS provider, name=best: choose one of",
        "burnin --hosts a,,b                    | --hosts a,,b: expected hosts such as a:2,b:2,c",
        "burnin --hosts a --emulate a           | --emulate a: expected HOST:slowdown=FACTOR",
        "burnin --hosts a --emulate b:slowdown=2| --emulate b:slowdown=2: b takes no part: name one of a",
        "check -N 0                             | -N 0: must be at least 1",
        "run -N 10 --idle-power 0               | --idle-power 0.0: must be more than 0, and at most 30 seconds",
        "top500 no-such                         | no-such: no such file: name a file, or last",
        "top500 --csv /no/such/folder/x         | --csv /no/such/folder/x: no file can be written there",
        "check --slow-host 0                    | --slow-host 0.0: must be a percentage above 0 and below 100",
        "check --slow-link 100                  | --slow-link 100.0: must be a percentage above 0 and below 100",
        "check --junit /no/such/folder/x        | --junit /no/such/folder/x: no file can be written there",
        "compare last~1 last --junit /proc/x    | --junit /proc/x: no file can be written there (",
        "check --rates perhaps                  | option --rates: expected one of yes, no, found `perhaps`: give one of these",
        "check --json /no/such/folder/x         | --json /no/such/folder/x: no file can be written there",
        "run --hosts a --ssh srun --launcher mpich | --launcher mpich --ssh srun: the launcher of an MPI calls its shell as ssh is called",
        "check --hosts a,,b                     | --hosts a,,b: expected hosts such as a:2,b:2,c",
        "dance                                  | `dance`: unknown command: give one of run, resume, plan, ",
        "calibarte                              | `calibarte`: unknown command: give one of run, resume, plan,",
        "calibarte                              | help; did you mean calibrate? (see ./hpl --help)",
        "net drw                               | `drw`: unknown command: give one of predict, simulate, bench, probe, draw, lids, study; "
                + "did you mean draw?",
        "run --jsn x                            | --jsn: unknown option; did you mean --json? (see ./hpl run --help)",
        "run --progress plian                   | option --progress: expected one of auto, bar, plain, none, found `plian`: give one of "
                + "these; did you mean plain?",
        "run -N 10 --bcast 1rnig                | found `1rnig`: give one of these; did you mean 1ring?",
        "run -N 10 --bcast xyzzy                | long, longM or 0..5, found `xyzzy`: give one of these",
        "run -N 10 --blas natve                 | choose one of auto, cuda, native, netlib, opencl, reference, rocm, vector; did you mean "
                + "native?",
        "plan --map weigthed | expected one of auto, cyclic, cells, weighted, shared, found `weigthed`: give one of these"
                + "; did you mean weighted?",
        "run -N 10 --map weigthed               | is not a map: give cyclic",
        "run -N 10 --map weigthed               | ; did you mean weighted?",
        "predict --cluster x --bcast lonngM     | did you mean longM?",
        "net study --collective alltoal         | did you mean alltoall?",
        "run -N 10 --transport locl             | choose one of auto, llc, llc:shm, llc:tcp, llc:ucx, llc:utofu, local, mpi, mpj; "
                + "did you mean local?",
        "completion fish                        | option completion: expected one of bash, zsh, found `fish`: give one of these",
        "\"\"                                     | no command given",
    })
    void shouldSayWhatIsWrongAndEndWithTwo(String line, String message) {
        int code = Main.execute(line.isBlank() ? new String[0] : line.strip().split(" +"));
        assertThat(said()).startsWith("hpl: ").contains(message).doesNotContain("\tat ").hasLineCount(1);
        assertThat(code).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void shouldNameFileAndLineOfWhatItCannotRead() throws Exception {
        Path file = Files.writeString(folder.resolve("HPL.dat"), "title\ntitle\nHPL.out\n6\none\n");
        assertThat(Main.execute("run", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(said()).contains(file.toString(), "5", "one").doesNotContain("\tat ").hasLineCount(1);
    }

    /** A terminal obeys control characters: a name may clear it, or write PASSED over what stands there. */
    @ParameterizedTest
    @ValueSource(strings = {"run NAME", "run -N NAME", "run -N 10 --NAME", "run -N 10 --blas NAME", "run -N 10 --hosts NAME", "NAME",
        "net NAME", "run -N 10 --transport NAME", "run -N 10 --map NAME", "run --mem NAME", "run -N 10 --bcast NAME", "import NAME",
        "report NAME", "compare NAME last", "history --last NAME", "completion NAME", "run -N 10 --progress NAME",
        "plan --cluster NAME", "calibrate --nb NAME", "run -N 10 --json NAME/x/y", "run -N 10 --output NAME/x/y",
        "net lids --topology NAME", "net study --collective NAME", "run -N 10 --workers NAME", "run -N 10 --stall-timeout NAME",
        "run --hostfile FILE -N 10", "run FILE", "plan --cluster FILE", "net predict --topology FILE", "report FILE",
        "run -N 10 --plan FILE", "predict --cluster FILE"})
    void shouldShowNoControlCharacters(String line) throws Exception {
        String evil = "\u001b[2J\u009b2J\rPASSED\u0007\u202e" + "x".repeat(10_000);
        Path file = Files.writeString(folder.resolve("file"), evil.replaceAll("[\u001b\u0007]", "") + "\n" + evil.substring(4) + "\n");
        String[] words = line.split(" ");
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].replace("NAME", evil).replace("FILE", file.toString());
        }
        assertThat(Main.execute(words)).isEqualTo(ExitCode.USAGE);
        assertThat(said()).startsWith("hpl: ").doesNotContainPattern("[\\p{Cc}\u202e&&[^\n\t]]").hasSizeLessThan(9000);
    }

    @Test
    void shouldRefuseAnNThatDoesNotFitBeforeAnythingIsAllocated() {
        assertThat(Main.execute("run", "-N", "20000000", "--blas", "reference")).isEqualTo(ExitCode.USAGE);
        assertThat(said()).containsPattern("N=20000000 needs \\d+ GiB, [0-9.]+ GiB available: choose N <= \\d+ or add memory");
    }

    @ParameterizedTest
    @CsvSource({"run -N 10 --blas reference", "check"})
    void shouldFollowNoLinkToJson(String line) throws Exception {
        Path file = Files.writeString(folder.resolve("dear.json"), "dear");
        Path link = Files.createSymbolicLink(folder.resolve("r.json"), file);
        assertThat(Main.execute((line + " --json " + link).split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(said()).contains("--json " + link + ": is a link to " + file + ", and links are not followed: name that file itself")
                .hasLineCount(1);
        assertThat(file).hasContent("dear");
    }

    /** Rights do not tell: to root all is allowed. */
    @ParameterizedTest
    @ValueSource(strings = {"run -N 10 --blas reference --blas-lib x --json", "run -N 10 --blas reference --blas-lib x --output",
        "plan --cluster no-such --svg"})
    void shouldLeaveNothingBehindWhereItTriesWhetherAFileCanBeWritten(String line) throws Exception {
        Path old = Files.writeString(folder.resolve("old"), "dear");
        for (Path file : List.of(old, folder.resolve("new"))) {
            assertThat(Main.execute((line + " " + file).split(" "))).isEqualTo(ExitCode.USAGE);
        }
        assertThat(said().lines()).hasSize(2)
                .allMatch(message -> message.contains("takes no library") || message.contains("no-such: no such"));
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(old);
        }
        assertThat(old).hasContent("dear");
    }

    private String said() {
        return shown.toString(StandardCharsets.UTF_8);
    }
}
