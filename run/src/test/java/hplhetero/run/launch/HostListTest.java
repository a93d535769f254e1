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
import org.junit.jupiter.params.provider.ValueSource;

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
                + "[fe80::4]:4 ifhn=10.0.0.4\nfe80::5 max_slots=9");
        assertThat(HostList.read(file).text()).isEqualTo("[::1]:3,[fe80::2]:3,[fe80::3]:4,[fe80::4]:4,[fe80::5]:1");
        assertThat(HostList.read(file).names()).containsExactly("::1", "fe80::2", "fe80::3", "fe80::4", "fe80::5");
    }

    /** Open MPI's documents also write the least and the most ranks of a host; only the first number is for this program. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "n2 slots=4 max_slots=8    | n2:4",
        "n2 max-slots=8 slots = 4  | n2:4",
        "n2 max_slots=8            | n2:1",
        "n2:4 binding=map=scatter  | n2:4",
        "n[1-2] slots=4 user=me    | n1:4,n2:4"})
    void shouldReadTheWordsOfMachineFiles(String line, String hosts) throws Exception {
        assertThat(HostList.read(Files.writeString(folder.resolve("hosts"), line + "\r\n")).text()).isEqualTo(hosts);
    }

    @ParameterizedTest
    @ValueSource(strings = {"n1 slots=", "n1 slots=x max_slots=2", "n1 n2", "n1 4", "n1:x"})
    void shouldRefuseALineThatSaysNoNumber(String line) throws Exception {
        Path file = Files.writeString(folder.resolve("hosts"), line);
        assertThatThrownBy(() -> HostList.read(file)).isInstanceOf(InputException.class).hasMessageContaining("line 1: expected a host");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "rank 0=n1 slot=0:0-3;rank 1=n2 slot=1:0,1;rank 2=n2 slot=p4    | n1:1,n2:2",
        "# two hosts;rank 2=a slots=1;rank 0=b slot=0;rank 1 = b slot=1 | b:2,a:1",
        "rank 0=a slot=0;rank 1=b slot=0;rank 2=a slot=1                | a:2,b:1"})
    void shouldCountTheRanksOfARankfile(String lines, String hosts) throws Exception {
        HostList list = HostList.read(Files.writeString(folder.resolve("ranks"), lines.replace(';', '\n')));
        assertThat(list.text()).isEqualTo(hosts);
        assertThat(list.isRankfile()).isTrue();
        assertThat(list.with("b", "c").isRankfile()).isTrue();
        assertThat(HostList.parse(hosts).isRankfile()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "rank 0=a slot=0;rank 0=b slot=0  | line 2: places rank 0 a second time: give each rank one line",
        "rank 0=a slot=0;rank 2=b slot=0  | places rank 2, but not rank 1: number the ranks 0, 1, 2 and so on",
        "rank 0=a slot=0;b slots=2        | line 2: expected a line of a rankfile, such as `rank 0=a slot=0-3`, found `b slots=2`",
        "rank 0=a                         | line 1: expected a line of a rankfile",
        "rank 0=+n0 slot=0                | line 1: `+n0` counts in another list of hosts: name the host itself",
        "rank 0=-oProxy slot=0            | expected the name of a host, found `-oProxy`",
        "a slots=2;rank 0=a slot=0        | line 2: expected a host"})
    void shouldRefuseARankfileThatPlacesRanksTwiceOrNowhere(String lines, String message) throws Exception {
        Path file = Files.writeString(folder.resolve("ranks"), lines.replace(';', '\n'));
        assertThatThrownBy(() -> HostList.read(file)).isInstanceOf(InputException.class).hasMessageContaining(message);
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
