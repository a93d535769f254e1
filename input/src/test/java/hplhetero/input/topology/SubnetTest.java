package hplhetero.input.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.TableFabric;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On the samples of {@link InfiniBandReaderTest}. */
class SubnetTest {

    @TempDir
    Path folder;

    private Path sample(String name) throws IOException {
        try (InputStream in = SubnetTest.class.getResourceAsStream(name)) {
            return Files.write(folder.resolve(name), in.readAllBytes());
        }
    }

    private Subnet read(String name) throws IOException {
        return InfiniBandReader.read(sample(name + ".ibnetdiscover"), sample(name + ".lfts"), Fabric.ANY_SLOTS);
    }

    private static TreeSet<String> entries(List<String> lines) {
        TreeSet<String> entries = new TreeSet<>();
        String at = "";
        for (String line : lines) {
            if (line.startsWith("Unicast")) {
                at = line.replaceFirst(".* guid (0x[0-9a-f]+) .*", "$1");
            } else if (line.startsWith("0x")) {
                entries.add(at + " " + line.substring(0, 10));
            }
        }
        return entries;
    }

    @ParameterizedTest
    @ValueSource(strings = {"tree.lmc0", "tree.lmc3", "cables.lmc0", "missing.lmc1"})
    void shouldWriteTheDumpedTablesAgain(String name) throws IOException {
        Subnet subnet = read(name);
        String text = subnet.write(subnet.fabric());
        assertThat(entries(text.lines().toList())).isNotEmpty().isEqualTo(entries(Files.readAllLines(folder.resolve(name + ".lfts"))));
        Path written = Files.writeString(folder.resolve("written.lft"), text);
        Subnet again = InfiniBandReader.read(folder.resolve(name + ".ibnetdiscover"), written, Fabric.ANY_SLOTS);
        InfiniBandWalk.checkAll(again.fabric(), folder.resolve(name + ".ibnetdiscover"), written);
        assertThat(again.write(again.fabric())).isEqualTo(text);
    }

    @Test
    void shouldKnowWhatTheFabricForgets() throws IOException {
        Subnet subnet = read("tree.lmc3");
        TableFabric fabric = subnet.fabric();
        assertThat(subnet.lids()).isEqualTo(8);
        assertThat(List.of(subnet.firstLid(0), subnet.firstLid(1), subnet.firstLid(29))).containsExactly(8, 24, 288);
        assertThat(subnet.switchGuid(0)).isEqualTo(0x200000);
        for (int link = 0; link < fabric.links(); link++) {
            boolean up = fabric.from(link) >= 30 && fabric.vertexName(fabric.from(link)).startsWith("leaf") && fabric.to(link) >= 30;
            if (up) {
                int leaf = fabric.from(link) - 30;
                int root = fabric.to(link) - 36;
                assertThat(subnet.port(link)).isEqualTo(6 + (root - leaf + 6) % 6);
            }
        }
    }

    @Test
    void shouldSayWhoseLidEachIs() throws IOException {
        Subnet subnet = read("missing.lmc1");
        assertThat(subnet.write(subnet.fabric())).contains(
                "Unicast lids [0x2-0x23] of switch guid 0x0000000000200003 (leaf3):\n",
                "0x0002 004 : (Channel Adapter portguid 0x0000000000100001: 'n0')\n",
                "0x0003 005 : (Channel Adapter portguid 0x0000000000100001: 'n0')\n",
                "0x000a 000 : (Switch portguid 0x0000000000200003: 'leaf3')\n");
    }

    @Test
    void shouldRefuseTablesOfOtherLinksOrMorePaths() throws IOException {
        Subnet one = read("tree.lmc0");
        TableFabric several = read("tree.lmc3").fabric();
        assertThatThrownBy(() -> one.write(several)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("paths=8: each node has 1 LID:").hasMessageContaining("-l LMC");
        TableFabric other = read("cables.lmc0").fabric();
        assertThatThrownBy(() -> one.write(other)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must have the links of table of 30 nodes");
    }
}
