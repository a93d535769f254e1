package hplhetero.input.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.input.text.InputException;
import hplhetero.network.topology.TableFabric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slurm's topology.conf and topology.yaml, and what {@code scontrol show topology} prints. */
final class SlurmTopologyReaderTest {
    private static final String TREE = "SwitchName=top Switches=s[0-1]; SwitchName=s0 Nodes=n[1-2]; SwitchName=s1 Nodes=n[3-5]";
    private static final String BLOCKS = "BlockName=a Nodes=n[1-2]; BlockName=b Nodes=n[3-4]; BlockName=c Nodes=n[5-6]; "
            + "BlockName=d Nodes=n[7-8]; BlockName=e Nodes=n[9-10]; BlockSizes=2,4";
    private static final String YAML = """
            ---
            # which racks hang together
            - topology: flat-one
              flat: true
            - topology: "trees"
              cluster_default: true
              tree:
                switches:
                - switch: top
                  children: s[0-1]
                - switch: s0   # the first rack
                  nodes: n[1-2]
                - switch: s1
                  nodes: 'n[3-5]'
            - topology: blocks
              cluster_default: false
              block:
                block_sizes: [2, 4]
                blocks:
                  - block: a
                    nodes: n[1-2]
            """;

    @TempDir
    private Path folder;

    private Topology read(String text) throws IOException {
        return TopologyFileReader.read(Files.writeString(folder.resolve("topology.conf"), text.replace("; ", "\n")));
    }

    /** Returns the cables of a fabric, a word each such as {@code n1-s0:1}, with the bandwidth at the end. */
    private static String cables(Topology topology) {
        TableFabric fabric = (TableFabric) topology.fabric();
        return IntStream.range(0, fabric.links() / 2).mapToObj(cable -> fabric.link(2 * cable))
                .map(link -> link.from() + "-" + link.to() + ":" + (int) link.bandwidth()).sorted().collect(Collectors.joining(" "));
    }

    @Test
    void shouldReadSwitchesWithNodesAndSwitchesBelow() throws IOException {
        Topology read = read("# our cluster; SwitchName=s[0-1] Nodes=n[00-03] LinkSpeed=900; switchname=top \\; Switches=s[0-1] # above");
        assertThat(read.notes()).singleElement().asString().contains("does not say how many cables join switches");
        assertThat(((TableFabric) read.fabric()).nodes()).isEqualTo(4);
        assertThat(cables(read)).contains("n00-s0:1 n00-s1:1").contains("s1-top:4");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "SwitchName=top Switches=s0,s1; SwitchName=s0 Nodes=n1,n2; SwitchName=s1 Nodes=n[3,4-5]",
        "switchname = s0  nodes = n[1-2] # rack 1; SWITCHNAME=s1 Nodes=n[3-4],n5 LinkSpeed=10000; SwitchName=top Switches=s[0-1]",
        "SwitchName=s0 \\; Nodes=n[1-2]; SwitchName=s1 \\; Nodes=n[3-5]; SwitchName=top \\; Switches=s[0-1] \\",
        "SwitchName=s0 Level=0 LinkSpeed=1 Nodes=n[1-2]; SwitchName=s1 Level=0 LinkSpeed=1 Nodes=n[3-5]; "
                + "SwitchName=top Level=1 LinkSpeed=1 Nodes=n[1-5] Switches=s[0-1]",
    })
    void shouldReadTheSameTreeInAllFormsOfTheFile(String text) throws IOException {
        assertThat(cables(read(text))).isEqualTo("n1-s0:1 n2-s0:1 n3-s1:1 n4-s1:1 n5-s1:1 s0-top:2 s1-top:3").isEqualTo(cables(read(TREE)));
        assertThat(cables(TopologyFileReader.read(Files.writeString(folder.resolve("dos"), text.replace("; ", "\r\n") + "\r\n"))))
                .isEqualTo(cables(read(TREE)));
    }

    @Test
    void shouldReadTheDefaultTopologyOfTheYaml() throws IOException {
        Topology read = read(YAML);
        assertThat(cables(read)).isEqualTo(cables(read(TREE)));
        assertThat(read.notes()).first().asString().contains("of 3 topologies, the one called trees is taken");
        assertThat(cables(read(YAML.replace("\n", "\r\n")))).isEqualTo(cables(read(TREE)));
    }

    /** A topology file names one of Slurm's, so that it can say what links carry, and place ranks. */
    @Test
    void shouldReadSlurmsFileThroughATopologyFile() throws IOException {
        read(TREE);
        Path mine = Files.writeString(folder.resolve("my.topology"), """
                fabric slurm file=topology.conf taper=2 slots=3
                ranks 0-1 nodes=n[4-5]
                """);
        Topology read = TopologyFileReader.read(mine);
        assertThat(read.notes()).isEmpty();
        assertThat(IntStream.range(0, read.fabric().links()).mapToDouble(read.fabric()::bandwidth).distinct()).containsExactly(1.0, 1.5);
        assertThat(read.placement().orElseThrow().nodeOf(1)).isEqualTo(4);
        assertThat(read.fabric().slots(4)).isEqualTo(3);
        Files.writeString(mine, "fabric slurm file=my.topology");
        assertThatThrownBy(() -> TopologyFileReader.read(mine)).isInstanceOf(InputException.class)
                .hasMessageContaining("my.topology: is not one of Slurm's files: name its topology.conf or topology.yaml");
        Files.writeString(mine, "fabric slurm file=topology.conf taper=0");
        assertThatThrownBy(() -> TopologyFileReader.read(mine)).isInstanceOf(InputException.class)
                .hasMessageContaining("line 1: expected taper, a number > 0, such as 2, found `0`");
    }

    /** Five blocks of two nodes, of which two pairs are groups of four nodes; the fifth block is alone in its group. */
    @Test
    void shouldTakeBlocksForSwitches() throws IOException {
        String groups = "a-a..b:2 a..b-a..b..e:4 b-a..b:2 c-c..d:2 c..d-a..b..e:4 d-c..d:2 e-a..b..e:2";
        Topology read = read(BLOCKS);
        assertThat(Arrays.stream(cables(read).split(" ")).filter(cable -> !cable.startsWith("n"))).containsExactly(groups.split(" "));
        assertThat(read.fabric().nodes()).isEqualTo(10);
        assertThat(read.notes()).singleElement().asString().contains("how many cables join blocks");
        String yaml = "- topology: x\n  block:\n    block_sizes:\n      - 2\n      - 4\n    blocks:\n" + List.of("a 1-2", "b 3-4", "c 5-6",
                "d 7-8", "e 9-10").stream().map(block -> "      - block: " + block.replaceFirst(" (.*)", "\n        nodes: n[$1]\n"))
                .collect(Collectors.joining());
        assertThat(cables(read(yaml))).isEqualTo(cables(read));
        String printed = "BlockName=a BlockIndex=0 Nodes=n[1-2] BlockSize=2; BlockName=b BlockIndex=1 Nodes=n[3-4] BlockSize=2; "
                + "BlockName=c BlockIndex=2 Nodes=n[5-6] BlockSize=2; BlockName=d BlockIndex=3 Nodes=n[7-8] BlockSize=2; "
                + "BlockName=e BlockIndex=4 Nodes=n[9-10] BlockSize=2; AggregatedBlock=a,b BlockIndex=5 Nodes=n[1-4] BlockSize=4";
        assertThat(cables(read(printed))).isEqualTo(cables(read));
        assertThat(read("BlockName=a Nodes=n[1-2]").fabric().longestRoute()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "SwitchName=a Node=n1                                     | line 1 | SwitchName=leaf1 Nodes=n[1-16]",
        "SwitchName=a Nodes=n1; NodeName=n2                       | line 2 | give SwitchName with Nodes or Switches",
        "SwitchName=a Nodes=n1; SwitchName=a Nodes=n2             | line 2: switch a is named a second time | drop one",
        "SwitchName=a Switches=b                                  | has no nodes | Nodes=n[1-16]",
        "SwitchName=a Nodes=n1; SwitchName=top Switches=a,b       | line 2 | add a line SwitchName=b",
        "SwitchName=a Nodes=n1 Switches=b; SwitchName=b Switches=a | is below itself | correct Switches=",
        "SwitchName=a Nodes=n1; SwitchName=b Nodes=n2             | topology.conf: | join the switches by a switch above them",
        "SwitchName=a Nodes=n1; Include racks.conf                | line 2: Include racks.conf | put the lines of that file here",
        "SwitchName=a Level=0 LinkSpeed=1 Nodes=n[1-3,            | line 1: scontrol has cut the line | SLURM_TOPO_LEN=1000000",
        "SwitchName=a Nodes=n[3-1]                                | line 1 | write the smaller number first",
        "BlockName=a Nodes=n[1-2]; BlockSizes=2,3                 | block size 3 is not a multiple | multiple of the one before",
        "BlockName=a Nodes=n[1-2]; BlockSizes=0                   | line 2 | give the number of nodes of a block",
        "TorusName=t Dims=4x4x4 Nodes=n[1-64]                     | line 1 | fabric torus 4x3x2",
    })
    void shouldSayWhatIsWrongAndWhere(String text, String where, String remedy) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(InputException.class).hasMessageContaining(where).hasMessageContaining(remedy);
    }

    /** Old versions of scontrol cut all lines at 512 characters; where a line is longer, one of 512 characters is whole. */
    @Test
    void shouldRefuseLinesThatScontrolHasCut() throws IOException {
        String head = "SwitchName=s0 Level=0 LinkSpeed=1 Nodes=";
        String line = head + "n".repeat(512 - head.length());
        assertThatThrownBy(() -> read(line)).isInstanceOf(InputException.class).hasMessageContaining("cut the line after 512 characters");
        assertThat(read(line + "; # " + "-".repeat(600)).fabric().nodes()).isEqualTo(1);
    }

    @Test
    void shouldRefuseWhatIsNestedTooDeep() {
        assertThatThrownBy(() -> read("---\n" + "- ".repeat(100_000) + "topology: x")).isInstanceOf(InputException.class)
                .hasMessageContaining("at most 32 lists and mappings within each other");
        String chain = IntStream.range(0, 10_000).mapToObj(i -> "SwitchName=s" + i + " Switches=s" + (i + 1) + "\n")
                .collect(Collectors.joining()) + "SwitchName=s10000 Nodes=n1";
        assertThatThrownBy(() -> read(chain)).isInstanceOf(InputException.class).hasMessageContaining("64 levels of switches");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "cluster_default: true\\n  tree:  | cluster_default: true\\n  ring: | line 5: expected a topology of the kind tree or block",
        "switch: s1                       | switch: s0                      | line 13: switch s0 is named a second time, first in",
        "children: s[0-1]                 | childs: s[0-1]                  | line 10: expected one of switch, nodes, children",
        "children: s[0-1]                 | children: &x s[0-1]             | without anchors, tags, braces or several lines",
        "children: s[0-1]                 | children:                       | line 10: expected a value behind the key",
        "nodes: n[1-2]                    | nodes: n[1-                     | line 12: expected names of hosts",
        "' - switch: s1'                  | '\t- switch: s1'                | line 13: expected YAML as in Slurm's topology.yaml",
        "'    switches:'                  | '    switch:'                   | expected the key switches",
        "- switch: top\\n      children: s[0-1] | - top                    | line 9: expected a switch, such as `- switch: leaf1`",
    })
    void shouldSayWhatIsWrongInYaml(String from, String to, String message) {
        String text = YAML.replace(from.replace("\\n", "\n"), to.replace("\\n", "\n"));
        assertThatThrownBy(() -> read(text)).isInstanceOf(InputException.class).hasMessageContaining(message);
    }
}
