package hplhetero.comm.transport.mpj.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import hplhetero.comm.transport.mpj.start.RankAddress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

final class MpjBytecodePatchTest {

    /** Loads one class as MPJ's are loaded. */
    private static final class Loader extends ClassLoader {
        Class<?> load(byte[] bytes) {
            return defineClass(RudeClass.class.getName(), bytes, 0, bytes.length);
        }
    }

    private static byte[] bytes() throws IOException {
        try (InputStream in = RudeClass.class.getResourceAsStream("RudeClass.class")) {
            return in.readAllBytes();
        }
    }

    private static Class<?> taught() throws IOException {
        return new Loader().load(new MpjBytecodePatch(name -> null).apply(bytes()));
    }

    @Test
    void shouldKeepSilentAndAskNobodyForTheAddress() throws Exception {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream heard = new ByteArrayOutputStream();
        System.setOut(new PrintStream(heard, true));
        System.setErr(new PrintStream(heard, true));
        try {
            Object answer = ((Callable<?>) taught().getConstructor().newInstance()).call();
            assertThat(answer).isEqualTo("127.0.0.1");
            assertThat(heard.toString()).isEmpty();
            // asks for the address last, which fails where the name of this host does not resolve
            catchThrowable(() -> new RudeClass().call());
            assertThat(heard.toString()).as("untaught").contains("rude too", "IllegalStateException");
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    @Test
    void shouldThrowInsteadOfEndingTheProcess() throws Exception {
        assertThat(taught().getMethod("exit", int.class).invoke(null, 2)).isEqualTo("alive");
        assertThatThrownBy(() -> taught().getMethod("exit", int.class).invoke(null, 1))
                .isInstanceOf(InvocationTargetException.class).cause().hasMessage("MPJ Express wanted to end the process");
    }

    @Test
    void shouldLeaveOthersAsTheyAre() throws IOException {
        try (InputStream in = RankAddress.class.getResourceAsStream("RankAddress.class")) {
            byte[] polite = in.readAllBytes();
            assertThat(Arrays.equals(new MpjBytecodePatch(name -> null).apply(polite), polite)).isTrue();
        }
    }
}
