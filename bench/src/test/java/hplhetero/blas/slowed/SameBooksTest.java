package hplhetero.blas.slowed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.testing.Component;
import hplhetero.testing.DailySlice;
import hplhetero.testing.Needs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What slows our ranks and what slows netlib HPL's keep the same books: else a ratio of the two compares emulations. */
@Needs(Component.C_COMPILER)
final class SameBooksTest {
    private static final Path SOURCE = Path.of("..", "bench", "src", "main", "c", "slowblas.c").toAbsolutePath().normalize();
    /** Books what it reads, and says what is to be slept now. */
    private static final String DRIVER = """
            #include "%s"
            #include <stdio.h>
            int main(void) {
              char what;
              double first, second;
              while (scanf(" %%c %%lf %%lf", &what, &first, &second) == 3) {
                if (what == 'c') printf("%%.17g\\n", called(first, second));
                if (what == 'w') waited(first);
                if (what == 's') slept(first);
                fflush(stdout);
              }
              return 0;
            }
            """;
    private static final int CALLS = 3000;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(doubles = {1.5, 2, 4})
    void shouldOweTheSameAfterTheSameCallsWaitsAndSleeps(double factor) throws Exception {
        long seed = DailySlice.TODAY.day();
        Random random = new Random(seed);
        Process books = books(factor);
        SleepDebt debt = new SleepDebt();
        int sleeps = 0;
        try (PrintWriter to = new PrintWriter(books.outputWriter(), true); BufferedReader from = books.inputReader()) {
            for (int i = 0; i < CALLS; i++) {
                // most calls are short: debts around what is worth a sleep, some large, some time lost to others
                double cpu = 1e-4 * Math.pow(10, 1.5 * random.nextDouble() - 0.5);
                double wall = cpu + (random.nextInt(8) == 0 ? 3e-3 * random.nextDouble() : 0);
                double owed = debt.called(factor, cpu, wall);
                to.println("c " + cpu + " " + wall);
                assertThat(Double.parseDouble(from.readLine())).as("seed=%d call %d", seed, i).isCloseTo(owed, within(1e-12));
                if (owed > 0) {
                    sleeps++;
                    double really = owed + 2e-4 * random.nextDouble();
                    debt.slept(really);
                    to.println("s " + really + " 0");
                }
                // less than nothing where two clocks disagree
                double idle = random.nextInt(3) == 0 ? 6e-4 * random.nextDouble() - 1e-4 : 0;
                debt.waited(idle);
                to.println("w " + idle + " 0");
            }
        }
        // by chance 127 of 3000 once, with the least factor: only that both sides slept often is meant
        assertThat(sleeps).as("seed=%d", seed).isBetween(CALLS / 100, CALLS - 1);
        assertThat(books.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    private Process books(double factor) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("books.c"), DRIVER.formatted(SOURCE));
        run(List.of("cc", "-O2", "-o", "books", "books.c", "-ldl"));
        ProcessBuilder builder = new ProcessBuilder(folder.resolve("books").toString()).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("SLOW_FACTOR", Double.toString(factor));
        return builder.start();
    }

    private void run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(output).isZero();
    }
}
