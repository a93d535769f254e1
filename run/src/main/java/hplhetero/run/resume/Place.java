package hplhetero.run.resume;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The place where a run keeps its state.
 *
 * @param folder the folder, as the user wrote it
 * @param every  time between two states
 */
public record Place(Path folder, Duration every) {
}
