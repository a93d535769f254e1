package hplhetero.comm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OutOfMemoryReasonTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Java heap space | HPL_JAVA_OPTS=-Xmx2g",
        "Cannot reserve 2064432 bytes of direct buffer memory (allocated: 518458768, limit: 518979584) | run fewer ranks",
        "Cannot reserve 2064432 bytes of direct buffer memory | MaxDirectMemorySize",
        "Unable to allocate 80 bytes | ulimit -v",
        "unable to create native thread | choose fewer with --workers"})
    void shouldNameTheRemedyForTheMemoryThatIsShort(String message, String remedy) {
        assertThat(CommException.reason(new CommException("rank 1", new OutOfMemoryError(message)))).contains(message, remedy);
    }
}
