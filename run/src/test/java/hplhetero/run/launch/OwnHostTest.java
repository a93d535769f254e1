package hplhetero.run.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which names and addresses are this host's. */
final class OwnHostTest {
    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST", "127.0.0.1", "127.0.1.1", "::1", "n01.cluster.example", "n01"})
    void shouldKnowItsNamesAndLoopbackAddresses(String host) {
        assertThat(OwnHost.is(host, "n01.cluster.example")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"n02", "n01.other.invalid", "n011", "192.0.2.7", "2001:db8::7", "me@localhost", "me@n01", "cluster"})
    void shouldTakeOthersForOthers(String host) {
        assertThat(OwnHost.is(host, "n01.cluster.example")).isFalse();
    }

    @Test
    void shouldKnowTheAddressesOfItsInterfaces() throws Exception {
        List<String> own = NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses)
                .map(InetAddress::getHostAddress).toList();
        assertThat(own).isNotEmpty().allMatch(OwnHost::is);
    }

    /** ssh is left out for this host only, and any other shell is called for each host, since its user may have other plans. */
    @Test
    void shouldCallNoSshForThisHost() {
        assertThat(new RemoteShell("ssh").command("localhost", "echo $HOME")).containsExactly("sh", "-c", "echo $HOME");
        assertThat(new RemoteShell("/usr/bin/ssh").command("192.0.2.7", "true")).startsWith("/usr/bin/ssh", "-o")
                .endsWith("192.0.2.7", "true");
        assertThat(new RemoteShell("blaunch").command("localhost", "true")).containsExactly("blaunch", "localhost", "true");
    }
}
