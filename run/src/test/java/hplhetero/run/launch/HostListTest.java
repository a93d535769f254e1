package hplhetero.run.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.input.text.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HostListTest {
    private static final Path CASES = Path.of("src", "test", "resources", "cases");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "c36-slurm-hostfile     | n01:1,n02:1,n03:1,n04:1",
        "c37-pbs-nodefile       | n1:4,n2:4",
        "c40-ip-list            | 10.0.100.250:4,10.0.100.162:4,10.0.100.171:4,10.0.100.150:4",
        "c42-no-final-newline   | localhost:1",
        "c44-crlf-hosts         | localhost:2",
        "c44-machinefile-intel  | n1:4,n2:4",
        "c44-rankfile           | n1:1,n2:1"})
    void shouldReadTheFilesThatPeopleHave(String file, String hosts) {
        assertThat(HostList.read(CASES.resolve(file)).text()).isEqualTo(hosts);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "a:2,b               | a:2,b:1",
        "n[08-10]:2,a        | n08:2,n09:2,n10:2,a:1",
        "n[1,3-4],n3         | n1:1,n3:2,n4:1",
        "r[1-2]n[1-2]        | r1n1:1,r1n2:1,r2n1:1,r2n2:1",
        "[::1]               | [::1]:1",
        "[::1]:2,a:3         | [::1]:2,a:3",
        "::1,a               | [::1]:1,a:1",
        "fe80::1:2           | [fe80::1:2]:1",
        "me@[fe80::1%eth0]:2 | me@[fe80::1%eth0]:2",
        "me@a:2,[::1],[::1]  | me@a:2,[::1]:2"})
    void shouldReadHostsInShortForm(String text, String hosts) {
        assertThat(HostList.parse(text).text()).isEqualTo(hosts);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"n[3-1]", "n[1-", "n[a-b]", "n[]", "a,,b", "n[1-999999999]", "-oProxy", "[::1", "::1]", "[::1]:",
        "[::g]", "a:b:c", "[::1]:2:3", "1:2:3", "a:99999", "a:4096,a:1", "a:4097", "a:0", "[::1]:0", "n[1-1000]:4000",
        "n[1][1][1][1][1][1][1][1][1]"})
    void shouldRefuseWhatNamesNoHosts(String text) {
        assertThatThrownBy(() -> HostList.parse(text)).isInstanceOf(InputException.class).hasMessageContaining(text);
    }

    @Test
    void shouldReadNoEndlessDeviceAndNoBytes() throws Exception {
        assertThatThrownBy(() -> HostList.read(Path.of("/dev/zero"))).isInstanceOf(InputException.class)
                .hasMessageContaining("/dev/zero: is not a text file (byte 0x00 at offset 0): name a host file");
        Path bytes = Files.write(folder.resolve("bytes"), new byte[] {'a', 27, '[', '2', 'J'});
        assertThatThrownBy(() -> HostList.read(bytes)).isInstanceOf(InputException.class).hasMessageContaining("byte 0x1b");
        assertThatThrownBy(() -> HostList.read(folder)).isInstanceOf(InputException.class).hasMessageContaining("is a directory");
    }

    @Test
    void shouldReadAddressesInFiles() throws Exception {
        Path file = Files.writeString(folder.resolve("hosts"), "::1\n[::1]:2\n[fe80::2] slots=3\nfe80::3 slots=4 # four\n"
                + "rank 0=[fe80::4] slot=0\nrank 1=[fe80::4] slot=1\n");
        assertThat(HostList.read(file).text()).isEqualTo("[::1]:3,[fe80::2]:3,[fe80::3]:4,[fe80::4]:2");
        assertThat(HostList.read(file).names()).containsExactly("::1", "fe80::2", "fe80::3", "fe80::4");
    }

    @Test
    void shouldSayHowManyRanksAHostTakes() {
        assertThatThrownBy(() -> HostList.parse("a:99999")).hasMessage("--hosts a:99999: a has 99999 ranks: give at most 4096");
        assertThatThrownBy(() -> HostList.parse("n[1-1000]:4000")).hasMessage(
                "--hosts n[1-1000]:4000: more than 1048576 ranks: give fewer");
    }

    @Test
    void shouldPartALongListInNoTime() {
        assertThat(HostList.parse("a,".repeat(4000) + "b").text()).isEqualTo("a:4000,b:1");
        assertThatThrownBy(() -> HostList.parse("a,".repeat(1_000_000) + "b")).hasMessageContaining("a has 4097 ranks");
    }

    @Test
    void shouldSkipAByteOrderMark() throws Exception {
        Path file = Files.writeString(folder.resolve("hosts"), "\ufeffa slots=3\r\nb[1-2] slots=2\r\n");
        assertThat(HostList.read(file).text()).isEqualTo("a:3,b1:2,b2:2");
    }
}
