package hplhetero.comm.transport.llc.start.pmi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.ffm.Downcall;
import hplhetero.ffm.NativeLibrary;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Our structures beside those that libpmix itself fills in. That of a process is held by real launchers in {@code LlcStartIT}. */
@Needs(Component.PMIX)
final class PmixFunctionsTest {
    /** What the library may write beyond the end of a structure would be found here. */
    private static final long GUARD_BYTES = 64;
    private static final byte UNTOUCHED = 0x5a;

    private final Arena arena = Arena.ofAuto();
    private final NativeLibrary pmix = library();

    private static NativeLibrary library() {
        try {
            return NativeLibrary.open(PmixFunctions.LIBRARY, Arena.global());
        } catch (NativeLibrary.Refused e) {
            throw new AssertionError(e);
        }
    }

    private MemorySegment guarded(long bytes) {
        MemorySegment memory = arena.allocate(bytes + GUARD_BYTES, Long.BYTES);
        memory.asSlice(bytes).fill(UNTOUCHED);
        return memory;
    }

    private static void assertGuardHeld(MemorySegment memory, long bytes) {
        assertThat(memory.asSlice(bytes).toArray(JAVA_BYTE)).containsOnly(UNTOUCHED);
    }

    // pmix_status_t PMIx_Value_load(pmix_value_t *val, const void *data, pmix_data_type_t type)
    @Test
    void shouldLayOutBytesAsTheLibraryDoes() throws Throwable {
        byte[] bytes = {1, 0, -2, 127, 10};
        MemorySegment object = arena.allocate(16, Long.BYTES);
        object.set(JAVA_LONG, 0, arena.allocateFrom(JAVA_BYTE, bytes).address());
        object.set(JAVA_LONG, 8, bytes.length);
        MemorySegment theirs = guarded(PmixFunctions.VALUE_BYTES);
        int status = (int) Downcall.to(pmix.find("PMIx_Value_load").orElseThrow(), JAVA_INT, ADDRESS, ADDRESS, JAVA_SHORT)
                .invokeExact(theirs, object, PmixFunctions.TYPE_BYTE_OBJECT);
        assertThat(status).isZero();
        assertGuardHeld(theirs, PmixFunctions.VALUE_BYTES);
        for (MemorySegment value : new MemorySegment[] {theirs, PmixFunctions.value(arena, bytes)}) {
            assertThat(value.get(JAVA_SHORT, 0)).isEqualTo(PmixFunctions.TYPE_BYTE_OBJECT);
            assertThat(value.get(JAVA_LONG, PmixFunctions.VALUE_DATA + Long.BYTES)).isEqualTo(bytes.length);
            assertThat(content(value.get(JAVA_LONG, PmixFunctions.VALUE_DATA), bytes.length)).isEqualTo(bytes);
        }
    }

    @SuppressWarnings("restricted") // what the library's pointer tells of
    private static byte[] content(long address, int length) {
        return MemorySegment.ofAddress(address).reinterpret(length).toArray(JAVA_BYTE);
    }

    @Test
    void shouldFindNumbersWhereTheLibraryPutsThem() throws Throwable {
        MemorySegment theirs = guarded(PmixFunctions.VALUE_BYTES);
        int status = (int) Downcall.to(pmix.find("PMIx_Value_load").orElseThrow(), JAVA_INT, ADDRESS, ADDRESS, JAVA_SHORT)
                .invokeExact(theirs, arena.allocateFrom(JAVA_INT, 4_711), PmixFunctions.TYPE_UINT32);
        assertThat(status).isZero();
        assertThat(theirs.get(JAVA_SHORT, 0)).isEqualTo(PmixFunctions.TYPE_UINT32);
        assertThat(theirs.get(JAVA_INT, PmixFunctions.VALUE_DATA)).isEqualTo(4_711);
    }

    // pmix_status_t PMIx_Info_load(pmix_info_t *info, const char *key, const void *data, pmix_data_type_t type)
    @Test
    void shouldLayOutASettingAsTheLibraryDoes() throws Throwable {
        MemorySegment theirs = guarded(PmixFunctions.INFO_BYTES);
        int status = (int) Downcall.to(pmix.find("PMIx_Info_load").orElseThrow(), JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_SHORT)
                .invokeExact(theirs, arena.allocateFrom(PmixFunctions.COLLECT_DATA), arena.allocateFrom(JAVA_BYTE, (byte) 1),
                        PmixFunctions.TYPE_BOOL);
        assertThat(status).isZero();
        assertGuardHeld(theirs, PmixFunctions.INFO_BYTES);
        assertThat(PmixFunctions.flag(arena, PmixFunctions.COLLECT_DATA).toArray(JAVA_BYTE))
                .isEqualTo(theirs.asSlice(0, PmixFunctions.INFO_BYTES).toArray(JAVA_BYTE));
    }

    @Test
    void shouldHaveAllFunctions() {
        assertThat(PmixFunctions.load()).isNotNull();
    }

    @Test
    void shouldNameRanksOfTheSameJob() {
        MemorySegment self = arena.allocate(PmixFunctions.PROC_BYTES, Integer.BYTES);
        self.setString(0, "job.7");
        MemorySegment other = PmixFunctions.proc(arena, self, PmixFunctions.ALL_RANKS);
        assertThat(other.getString(0)).isEqualTo("job.7");
        assertThat(Integer.toUnsignedString(other.get(JAVA_INT, PmixFunctions.PROC_RANK))).isEqualTo("4294967294");
    }
}
