package hplhetero.hpl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the Java compiler is at work, as the states of threads tell. */
final class JustInTimeCompilerTest {
    @TempDir
    private Path threads;

    @Test
    void shouldSeeACompilerThreadAtWork() throws IOException {
        thread(10, "java", 'R');
        thread(11, "C2 CompilerThre", 'S');
        thread(12, "C1 CompilerThre", 'S');
        JustInTimeCompiler compiler = new JustInTimeCompiler(threads);
        assertThat(compiler.isBusy()).isFalse();
        thread(11, "C2 CompilerThre", 'R');
        assertThat(compiler.isBusy()).isTrue();
        thread(11, "C2 CompilerThre", 'S');
        thread(13, "C2 CompilerThre", 'R');
        assertThat(compiler.isBusy()).isTrue();
    }

    @Test
    void shouldSeeNobodyAtWorkWhereTheSystemDoesNotTell() {
        assertThat(new JustInTimeCompiler(threads.resolve("none")).isBusy()).isFalse();
    }

    private void thread(int number, String name, char state) throws IOException {
        Path folder = Files.createDirectories(threads.resolve(String.valueOf(number)));
        Files.writeString(folder.resolve("stat"), number + " (" + name + ") " + state + " 1 2 3\n");
    }
}
