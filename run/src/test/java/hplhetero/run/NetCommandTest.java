package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.terminal.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code hpl net} with what cannot be used. */
final class NetCommandTest {
    private final PrintStream errBefore = System.err;
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void giveBack() {
        System.setErr(errBefore);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "net                                              | no command given: give one of predict",
        "net predict                                      | --topology, --cluster: none given: give one of them",
        "net predict --topology FILE --cluster FILE       | --topology, --cluster: several given: give one of them",
        "net predict --cluster no.file                    | no.file: no such file: name one that exists; examples/ has some",
        "net simulate                                     | no network is given: add --topology FILE or --cluster FILE, or --paper",
        "net simulate --paper torus                       | --paper torus: no folder is given: add --output FOLDER",
        "net simulate --topology FILE --out x             | --output x: goes with --paper only, drop it",
        "net simulate --paper torus --out x --cluster FILE | --paper torus: has networks of its own, drop --topology and --cluster",
        "net draw --topology FILE                         | --picture: no value given: give --picture FILE",
        "net draw --topology FILE --out /no/such/x        | --picture /no/such/x: no file can be written there",
        "net probe --ranks 0                              | --ranks 0 -P null -Q null: must be at least 1",
        "net probe --ranks 2 -P 2                         | --ranks 2 with -P or -Q: give one of the two",
        "net probe --ranks 600                            | ranks=600: one process runs at most 512 ranks",
        "net probe --bytes 64,8                           | option --bytes: expected ascending sizes >= 1, found `64,8`",
        "net probe --bytes 0                              | option --bytes: expected ascending sizes >= 1, found `0`",
        "net probe --seconds 0                            | --seconds 0.0: must be more than 0",
        "net probe --tofu 4x4                             | --tofu 4x4: units=4x4: must be three lengths such as 4wx3x2w",
        "net probe --out /no/such/x                       | --write /no/such/x: no file can be written there",
        "net predict --topology no.file                   | no.file: no such file: name one that exists; docs/topology-file.md has some",
        "net predict --topology FILE --collective all     | option --collective: expected one of bcast, alltoall, ",
        "net predict --topology FILE --bytes 1,x          | option --bytes: expected message sizes in bytes, 0..34359738368, found `x`",
        "net predict --topology FILE --bytes 64Gi         | found `64Gi`: write numbers such as 64,1Ki,1Mi",
        "net predict --topology FILE --bytes -1           | found `-1`: write numbers such as 64,1Ki,1Mi",
        "net predict --topology FILE --latency 5          | option --latency: expected a time >= 0 with its unit, such as 20us, found `5`",
        "net predict --topology FILE --bandwidth 0GB/s    | option --bandwidth: expected a bandwidth > 0 with its unit",
        "net predict --topology FILE --host-bandwidth 1GB | option --host-bandwidth: expected a bandwidth > 0 with its unit",
        "net simulate --topology FILE --eager 1Ti         | option --eager: expected message sizes in bytes, 0..1099511627776, found `1Ti`",
        "net predict --topology FILE --many-to-one -1     | option --many-to-one: expected a number >= 0, found `-1`",
        "net predict --topology FILE --json /no/such/x    | --json /no/such/x: no file can be written there",
        "net predict --topology ONE                       | has ranks=1: must be 2..8192, place as many with lines such as",
        "net predict --topology BIG                       | has ranks=65536: must be 2..8192",
        "net predict --topology BAD                       | bad, line 2: ",
        "net predict --topology FILE --algorithm ring,x   | option --algorithm: expected one that works among 4 ranks (simple",
        "net simulate --topology FILE --collective allgather --algorithm bruck,rnig | swing-multiport), found `rnig`: give some of these",
        "net simulate --topology FILE --latency 5         | option --latency: expected a time >= 0 with its unit",
        "net simulate --topology FILE --json /no/such/x   | --json /no/such/x: no file can be written there",
        "net simulate --topology FILE --goal /no/such     | option --goal: expected a directory that exists and is yours, found `/no/such`",
        "net simulate --topology BIG                      | has ranks=65536: must be 2..1024",
    })
    void shouldSayWhatIsWrongAndEndWithTwo(String line, String message) throws IOException {
        String[] words = line.strip()
                .replace("FILE", Files.writeString(folder.resolve("file"), "fabric switch 4\n").toString())
                .replace("ONE", Files.writeString(folder.resolve("one"), "fabric switch 4\nrank 0 node=1\n").toString())
                .replace("BIG", Files.writeString(folder.resolve("big"), "fabric mesh 256x256\n").toString())
                .replace("BAD", Files.writeString(folder.resolve("bad"), "fabric switch 4\nrank 0 node=9\n").toString()).split(" +");
        assertThat(Main.execute(words)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("hpl: ").contains(message).doesNotContain("\tat ").hasLineCount(1);
    }
}
