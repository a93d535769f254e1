package hplhetero.input.choices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import hplhetero.comm.select.Choice;
import hplhetero.comm.select.Choice.State;
import hplhetero.comm.select.ChoiceKey;
import hplhetero.comm.select.Choices;
import hplhetero.input.text.InputException;
import hplhetero.network.schedule.Collective;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChoicesFileTest {
    private static final String PLACE = "0123456789abcdef";

    @TempDir
    private Path folder;

    private Choices read(String text) throws IOException {
        Path file = folder.resolve("my.choices");
        Files.writeString(file, text);
        return ChoicesFileReader.read(file);
    }

    @Test
    void shouldReadWhatWasWritten() throws IOException {
        Choices choices = new Choices(PLACE, List.of(
                new Choice(new ChoiceKey(Collective.BROADCAST, "world", 11), "binomial", State.CHOSEN, 1.25e-5, 0.1 + 0.2, List.of()),
                new Choice(new ChoiceKey(Collective.ALLTOALL, "rows", 0), "bruck", State.FIXED, Double.NaN, Double.NaN, List.of()),
                new Choice(new ChoiceKey(Collective.ALLGATHER, "world", 63), "ring", State.LEARNING, 3, Double.NaN, List.of())));

        String text = ChoicesFileWriter.write(choices, "4 ranks on 4 nodes");

        assertThat(read(text)).isEqualTo(choices);
        assertThat(text).contains("# 4 ranks on 4 nodes\nplace 0123456789abcdef\n")
                .contains("choice bcast world bytes=1024-2047 algorithm=binomial state=chosen predicted=1.25E-5 "
                        + "seen=0.30000000000000004\n");
    }

    @Test
    void shouldSayWhyOthersWereNotTaken() throws IOException {
        Choice choice = new Choice(new ChoiceKey(Collective.BROADCAST, "world", 1), "binomial", State.CHOSEN, 1, 1,
                List.of(new Choice.Other("1ring", 3, Double.NaN, "predicted 3.00 x the best")));

        String text = ChoicesFileWriter.write(new Choices(PLACE, List.of(choice)), "here");

        assertThat(text).endsWith("\n#   1ring predicted 3.00 x the best\n");
        assertThat(read(text).choices()).hasSize(1);
    }

    @Test
    void shouldTakeChoicesOfNoPlace() throws IOException {
        Choices choices = read("choice bcast world bytes=0-0 algorithm=long state=fixed # by hand\n");
        assertThat(choices.place()).isEmpty();
        assertThat(choices.choices().getFirst().algorithm()).isEqualTo("long");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "place here and there | place 0123456789abcdef",
        "choose bcast world | place or choice",
        "choice broadcast world bytes=1-1 algorithm=a state=fixed | one of bcast",
        "choice bcast bytes=1-1 algorithm=a state=fixed | fewer words",
        "choice bcast world bytes=1-3 algorithm=a state=fixed | from a power of two",
        "choice bcast world bytes=64 algorithm=a state=fixed | from a power of two",
        "choice bcast world bytes=1-1 state=fixed | algorithm=",
        "choice bcast world bytes=1-1 algorithm=a state=good | state=chosen",
        "choice bcast world bytes=1-1 algorithm=a state=fixed seen=-1 | a number > 0",
        "choice bcast world bytes=1-1 algorithm=a state=fixed colour=red | one of bytes"})
    void shouldRefuseWithFileAndLine(String line, String expected) {
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> read("# first\n" + line + "\n"))
                .withMessageContaining("my.choices, line 2").withMessageContaining(expected);
    }

    @Test
    void shouldRefuseTwoChoicesOfOneKind() {
        String line = "choice bcast world bytes=1-1 algorithm=a state=fixed\n";
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> read(line + line)).withMessageContaining("line 2")
                .withMessageContaining("once");
    }
}
