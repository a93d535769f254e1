package hplhetero.comm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OutOfMemoryReasonTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Java heap space | enlarge it with HPL_JAVA_OPTS=-Xmx",
        "GC overhead limit exceeded | enlarge it with HPL_JAVA_OPTS=-Xmx",
        "Requested array size exceeds VM limit | choose smaller numbers",
        "Metaspace | drop -XX:MaxMetaspaceSize",
        "Cannot reserve 2064432 bytes of direct buffer memory (allocated: 518458768, limit: 518979584) | run fewer ranks",
        "Cannot reserve 2064432 bytes of direct buffer memory | HPL_JAVA_OPTS=-XX:MaxDirectMemorySize=",
        "Unable to allocate 80 bytes | raise its memory limit (ulimit -v",
        "mmap refused 80000000 bytes | choose a smaller N, run fewer ranks, or raise the memory limit of the process (ulimit -v",
        "Tesla has fewer than 80 bytes left | choose a smaller N, give each rank less of it with --device-memory",
        "unable to create native thread | choose fewer with --workers, or raise the limits on processes (ulimit -u, pids.max)"})
    void shouldNameTheRemedyForTheMemoryThatIsShort(String message, String remedy) {
        String reason = CommException.reason(new CommException("rank 1", new OutOfMemoryError(message)));
        assertThat(reason).contains(message, remedy);
        assertThat(reason.contains("smaller N")).as("what N takes is on the device, or mapped").isEqualTo(remedy.contains("smaller N"));
    }

    @Test
    void shouldAskForMoreHeapThanThereIs() {
        long gibi = Runtime.getRuntime().maxMemory() >> 30;
        String reason = CommException.reason(new OutOfMemoryError("Java heap space"));
        assertThat(Integer.parseInt(reason.replaceAll(".*-Xmx(\\d+)g.*", "$1"))).isGreaterThan((int) gibi).isGreaterThanOrEqualTo(2);
    }
}
