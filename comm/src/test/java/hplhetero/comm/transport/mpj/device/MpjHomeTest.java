package hplhetero.comm.transport.mpj.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.CommException;
import hplhetero.comm.LivenessTimeouts;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import hplhetero.comm.transport.mpj.MessageLimits;
import hplhetero.comm.transport.mpj.MpjProvider;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import hplhetero.testing.Requirements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag(Requirements.TAG)
final class MpjHomeTest {
    private static final Path INSTALLED = Path.of("/usr/share/mpj");

    @TempDir
    private Path home;
    private Path lib;

    @BeforeEach
    void makeLib() throws IOException {
        lib = Files.createDirectories(home.resolve("lib"));
    }

    private static TransportOptions options(Optional<Path> named, Map<String, String> environment) {
        Map<String, String> settings = named.map(folder -> Map.of(MpjHome.SETTING, folder.toString())).orElse(Map.of());
        return new TransportOptions(environment, settings, LivenessTimeouts.USUAL, failure -> { });
    }

    private void install(String jar) throws IOException {
        Requirements.require(Component.MPJ_EXPRESS);
        Files.copy(INSTALLED.resolve("lib").resolve(jar), lib.resolve(jar));
    }

    @Test
    void shouldBeFoundByName() {
        assertThat(ServiceLoader.load(TransportProvider.class)).extracting(TransportProvider::name).contains("mpj");
    }

    @Test
    @Needs(Component.MPJ_EXPRESS)
    void shouldFindDebiansWithItsVersion() {
        MpjHome found = MpjHome.find(options(Optional.empty(), Map.of()));
        assertThat(found.version()).isEqualTo("0.44");
        assertThat(found.folder()).isEqualTo(INSTALLED);
    }

    @Test
    void shouldPreferTheNamedFolderThenMpjHome() throws IOException {
        install("mpj.jar");
        install("smpdev.jar");
        assertThat(MpjHome.find(options(Optional.of(home), Map.of("MPJ_HOME", "/nowhere"))).folder()).isEqualTo(home);
        assertThat(MpjHome.find(options(Optional.empty(), Map.of("MPJ_HOME", home.toString()))).folder()).isEqualTo(home);
        assertThat(MpjHome.find(options(Optional.of(home), Map.of())).version()).isEqualTo("of unknown version");
    }

    @Test
    void shouldSayWhatToInstallWhenThereIsNone() {
        assertThatThrownBy(() -> new MpjProvider().open(options(Optional.of(Path.of("/nowhere")), Map.of())))
                .isInstanceOf(CommException.class).hasMessageContaining("/nowhere (--mpj-home)")
                .hasMessageContaining("missing=/nowhere/lib/mpj.jar").hasMessageContaining("apt-get install libmpj-java");
        assertThatThrownBy(() -> new MpjProvider().open(options(Optional.empty(), Map.of("MPJ_HOME", home.toString()))))
                .hasMessageContaining(home + " (MPJ_HOME)");
    }

    @Test
    void shouldSayWhereLog4jIsMissing() throws IOException {
        install("mpj.jar");
        install("smpdev.jar");
        Path empty = Files.createDirectory(home.resolve("system"));
        assertThatThrownBy(() -> MpjHome.at(home, "--mpj-home", empty)).isInstanceOf(CommException.class)
                .hasMessageContaining("log4j 1.2").hasMessageContaining("apt-get install liblog4j1.2-java");
    }

    @Test
    void shouldPreferLog4jOfTheHomeAndPassByOtherVersions() throws IOException {
        install("mpj.jar");
        install("smpdev.jar");
        Files.createFile(lib.resolve("log4j-2.0.jar"));
        Files.createFile(lib.resolve("log4j-1.2-api-2.17.jar"));
        Files.createFile(lib.resolve("log4j-1.2.11.jar"));
        assertThat(MpjHome.at(home, "--mpj-home", lib).jars()).contains(lib.resolve("log4j-1.2.11.jar"));
    }

    @Test
    @Needs(Component.MPJ_EXPRESS)
    void shouldSayWhenTheJarsAreNotMpj() throws IOException {
        for (String name : new String[] {"mpj.jar", "smpdev.jar"}) {
            new JarOutputStream(Files.newOutputStream(lib.resolve(name))).close();
        }
        assertThatThrownBy(() -> new MpjProvider().open(options(Optional.of(home), Map.of()))).isInstanceOf(CommException.class)
                .hasMessageContaining(home.toString()).hasMessageContaining("install version 0.44");
    }

    @Test
    void shouldRefuseLimitsThatAreNone() {
        assertThatThrownBy(() -> MessageLimits.of(Map.of(MessageLimits.EAGER, "many"))).isInstanceOf(CommException.class)
                .hasMessageContaining("HPL_MPJ_EAGER_BYTES=many");
        assertThatThrownBy(() -> MessageLimits.of(Map.of(MessageLimits.PIECE, "15"))).hasMessageContaining("HPL_MPJ_PIECE_BYTES=15")
                .hasMessageContaining("16 <=");
    }

    /** Each piece must have room for MPJ's header, and together they are the message. */
    @Test
    void shouldCutMessagesBeyondTwoGibibytesIntoEvenPieces() {
        long bytes = (1L << 40) + 1;
        long pieces = MessageLimits.USUAL.pieces(bytes);
        assertThat(bytes * pieces).isPositive();
        assertThat(bytes / pieces).isBetween((long) MessageLimits.USUAL.pieceBytes() / 2, (long) MessageLimits.USUAL.pieceBytes());
        assertThat(new MessageLimits(16, 16).pieces(17)).isEqualTo(2);
    }
}
