package hplhetero.input.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.input.text.InputException;
import hplhetero.network.topology.TableFabric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slurm's topology.conf. */
final class SlurmTopologyReaderTest {
    @TempDir
    private Path folder;

    private Topology read(String text) throws IOException {
        return TopologyFileReader.read(Files.writeString(folder.resolve("topology.conf"), text.replace("; ", "\n")));
    }

    @Test
    void shouldReadSwitchesWithNodesAndSwitchesBelow() throws IOException {
        Topology read = read("# our cluster; SwitchName=s[0-1] Nodes=n[00-03] LinkSpeed=900; switchname=top \\; Switches=s[0-1] # above");
        assertThat(read.notes()).singleElement().asString().contains("does not say how many cables");
        assertThat(((TableFabric) read.fabric()).nodes()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "SwitchName=a Node=n1                                     | line 1 | SwitchName=leaf1 Nodes=n[1-16]",
        "SwitchName=a Nodes=n1; NodeName=n2                       | line 2 | topology/block and topology.yaml are not read",
        "SwitchName=a Nodes=n1; SwitchName=a Nodes=n2             | line 2: switch a is named a second time | drop one",
        "SwitchName=a Switches=b                                  | has no nodes | Nodes=n[1-16]",
        "SwitchName=a Nodes=n1; SwitchName=top Switches=a,b       | line 2 | add a line SwitchName=b",
        "SwitchName=a Nodes=n1 Switches=b; SwitchName=b Switches=a | is below itself | correct Switches=",
        "SwitchName=a Nodes=n1; SwitchName=b Nodes=n2             | topology.conf: | join the switches by a switch above them",
    })
    void shouldSayWhatIsWrongAndWhere(String text, String where, String remedy) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(InputException.class).hasMessageContaining(where).hasMessageContaining(remedy);
    }
}
