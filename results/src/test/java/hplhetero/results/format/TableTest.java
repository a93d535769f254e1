package hplhetero.results.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.results.format.Table.Column;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
    private static final String LONG = "a-host-with-quite-a-long-name.in.some.department.example.org";

    private static Table table() {
        return Table.of(Column.number("rank"), Column.text("host"), Column.number("blocks"), Column.word("bar"))
                .row(0, LONG, "25.0 %", "####").row(10, "b", "75.0 %", "##########");
    }

    @Test
    void shouldAlignNumbersRightAndTextsLeft() {
        assertThat(Table.of(Column.number("rank"), Column.text("host"), Column.number("blocks").wide(8)).row(0, "a", "25.0 %")
                .row(10, "node2", "100.0 %").text(Page.ENDLESS, "# ")).isEqualTo("""
                # rank  host     blocks
                #    0  a        25.0 %
                #   10  node2   100.0 %
                """);
    }

    @Test
    void shouldCutNothingInAFileAndForWhoeverAsksForAll() {
        assertThat(table().lines(Page.ENDLESS, 0)).hasSize(3).element(1).asString().contains(LONG);
        assertThat(table().text(new Page(60, true), "")).contains(LONG);
    }

    @Test
    void shouldCutTextsToThePage() {
        assertThat(table().text(new Page(50, false), "")).isEqualTo("""
                rank  host                      blocks  bar
                   0  a-host-with-quite-a-lon~  25.0 %  ####
                  10  b                         75.0 %  ##########
                """);
    }

    @Test
    void shouldPutColumnsWithoutRoomBelow() {
        Table wide = Table.of(Column.text("host"), Column.number("one").wide(15), Column.number("two").wide(15),
                Column.number("three").wide(15)).row("a", 1, 2, 3).row("b", 4, 5, 6);
        List<String> lines = wide.lines(new Page(44, false), 2);
        assertThat(lines).hasSize(6).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(42));
        assertThat(lines.get(3).split(" +")).containsExactly("host", "three");
        assertThat(lines.get(5).split(" +")).containsExactly("b", "6");
    }

    @Test
    void shouldDrawNoTitlesWhereThereAreNone() {
        assertThat(Table.of(Column.text(""), Column.number("")).row("a", 1).text(Page.ENDLESS, "")).isEqualTo("a  1\n");
    }

    @Test
    void shouldRefuseMoreCellsThanColumns() {
        assertThatThrownBy(() -> Table.of(Column.text("a")).row(1, 2)).hasMessageContaining("cells=2 columns=1");
    }
}
