package hplhetero.results.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real browser without a screen. */
final class Browser {
    private static final long MOST_SECONDS = 300;

    private final Path folder;
    private int runs;

    /** @param folder for its profile and its output */
    Browser(Path folder) {
        this.folder = folder;
    }

    /** What a page looks like from outside. */
    enum Light {
        DAY("1"), NIGHT("0");

        private final String scheme;

        Light(String scheme) {
            this.scheme = scheme;
        }
    }

    /** The document as it stands once its scripts have run; fails where the browser had something to complain of. */
    String dom(Path page, int width, Light light) throws IOException, InterruptedException {
        return run(page, "--window-size=" + width + ",900", "--blink-settings=preferredColorScheme=" + light.scheme, "--dump-dom");
    }

    /** What the browser writes, which {@code option} names. */
    byte[] file(Path page, String option, int width, int height, Light light) throws IOException, InterruptedException {
        Path file = folder.resolve("output" + runs + (option.endsWith("pdf") ? ".pdf" : ".png"));
        run(page, "--window-size=" + width + "," + height, "--hide-scrollbars", "--blink-settings=preferredColorScheme=" + light.scheme,
                "--no-pdf-header-footer", option + "=" + file);
        return Files.readAllBytes(file);
    }

    private String run(Path page, String... options) throws IOException, InterruptedException {
        Path out = folder.resolve("out" + runs);
        Path err = folder.resolve("err" + runs);
        List<String> command = new ArrayList<>(List.of("chromium-headless-shell", "--no-sandbox", "--disable-gpu",
                "--enable-logging=stderr", "--user-data-dir=" + folder.resolve("profile" + runs++)));
        command.addAll(List.of(options));
        command.add(page.toUri().toString());
        Process process = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        try {
            assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)).as("ended").isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(err).lines().filter(line -> line.contains("CONSOLE"))).as("complaints of the browser").isEmpty();
        assertThat(process.exitValue()).isZero();
        return Files.readString(out, StandardCharsets.UTF_8);
    }
}
