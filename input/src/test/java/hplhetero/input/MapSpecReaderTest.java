package hplhetero.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.hpl.problem.MapSpec;
import hplhetero.input.text.InputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MapSpecReaderTest {

    @Test
    void shouldReadEveryForm() {
        assertThat(MapSpecReader.parse(" Cyclic ")).isEqualTo(new MapSpec.Cyclic());
        assertThat(MapSpecReader.parse("cells:0,0,1,2"))
                .isEqualTo(new MapSpec.Cells(List.of(List.of(0, 0, 1, 2))));
        assertThat(MapSpecReader.parse("cells: 0, 1 / 2, 2"))
                .isEqualTo(new MapSpec.Cells(List.of(List.of(0, 1), List.of(2, 2))));
        assertThat(MapSpecReader.parse("weighted:cols=2,2,2,1"))
                .isEqualTo(new MapSpec.Weighted(List.of(), List.of(2.0, 2.0, 2.0, 1.0)));
        assertThat(MapSpecReader.parse("weighted:rows=1,2.5 ; cols=1,1e-1"))
                .isEqualTo(new MapSpec.Weighted(List.of(1.0, 2.5), List.of(1.0, 0.1)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "\"\"                      | is not a map: give cyclic, cells:",
        "block                     | is not a map: give cyclic, cells:",
        "cyclic:2                  | is not a map",
        "cells:                    | expected ranks, integers >= 0, found ``",
        "cells:0,a                 | expected ranks, integers >= 0, found `a`",
        "cells:0,-1                | expected ranks, integers >= 0, found `-1`",
        "cells:0,1.5               | found `1.5`, which is not a whole number",
        "cells:0,1/2               | row 2 has 1 cells, row 1 has 2: give every row the same number of cells",
        "cells:0,1/                | found ``",
        "weighted:                 | expected rows=... and cols=...",
        "weighted:2,1              | expected rows=... and cols=...",
        "weighted:cols=            | expected weights, numbers > 0, found ``",
        "weighted:cols=0           | expected weights, numbers > 0, found `0`",
        "weighted:cols=-1          | expected weights, numbers > 0, found `-1`",
        "weighted:cols=1e999       | found `1e999`, which is too large",
        "weighted:cols=nan         | expected weights, numbers > 0, found `nan`",
        "weighted:cols=1;cols=2    | each at most once",
        "weighted:rows=1;diag=2    | found `diag=2`"})
    void shouldRefuseOtherText(String text, String message) {
        assertThatThrownBy(() -> MapSpecReader.parse(text)).isInstanceOf(InputException.class)
                .hasMessageStartingWith("map `" + text + "`").hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"cyclic|3|5", "cells:0,0,1,2|1|3", "cells:0,0,1,2|3|1", "cells:0|1|1",
        "cells:3,2/1,0/0,0|2|2", "weighted:cols=2,1|5|2", "weighted:rows=1,1;cols=3|2|1"})
    void shouldAcceptMapsThatFit(String map, int p, int q) {
        assertThatCode(() -> MapSpecReader.check(MapSpecReader.parse(map), p, q)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "cells:0,0,1,2|1|2|rank 2 owns a cell, but the ranks are 0..1: choose other owners or a grid with P x Q = 3",
        "cells:0,0,1,2|2|2|rank 3 of 4 owns no cell",
        "cells:0,2,3|2|2|rank 1 of 4 owns no cell",
        "cells:0,2000000000|1|2|rank 2000000000 owns a cell",
        "weighted:cols=2,1|2|3|cols has 2 weights on a grid with Q=3: give 3 weights, or choose Q=2",
        "weighted:rows=1,1,1;cols=1,1|2|2|rows has 3 weights on a grid with P=2"})
    void shouldRefuseMapsThatDoNotFit(String map, int p, int q, String message) {
        assertThatThrownBy(() -> MapSpecReader.check(MapSpecReader.parse(map), p, q))
                .isInstanceOf(InputException.class).hasMessageContaining(message);
    }

    @Test
    void shouldRefuseMapsThatNoReaderHasChecked() {
        for (MapSpec map : List.of(new MapSpec.Cells(List.of()), new MapSpec.Cells(List.of(List.of())),
                new MapSpec.Cells(List.of(List.of(0), List.of())), new MapSpec.Cells(List.of(List.of(0, -1))),
                new MapSpec.Weighted(List.of(Double.NaN), List.of()),
                new MapSpec.Weighted(List.of(), List.of(Double.POSITIVE_INFINITY)))) {
            assertThatThrownBy(() -> MapSpecReader.check(map, 1, 1)).as("%s", map)
                    .isInstanceOf(InputException.class);
        }
    }
}
