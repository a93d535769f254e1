package hplhetero.blas.device;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DeviceInfo;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PanelTrialTest {

    /** A device that takes work and computes nothing; it says that the work is done, or never does. */
    private record IdleDevice(boolean ends, List<Arena> lentUntil) implements Device {
        @Override
        public DeviceInfo info() {
            throw new AssertionError("no trial asks for a description");
        }

        @Override
        public String description() {
            return "idle";
        }

        @Override
        public void use() {
            // any thread may call
        }

        @Override
        public long freeBytes() {
            return 1 << 30;
        }

        @Override
        public long tryAllocate(long bytes, Arena arena) {
            lentUntil.add(arena);
            return 4096;
        }

        @Override
        public boolean lock(MemorySegment memory, Arena arena) {
            return true;
        }

        @Override
        public long mapped(long address, long bytes) {
            return 0;
        }

        @Override
        public DeviceQueue queue(boolean urgent, Arena arena) {
            lentUntil.add(arena);
            return proxy(DeviceQueue.class, Optional.of(proxy(PanelOperations.class, null)));
        }

        private <T> T proxy(Class<T> type, Object panels) {
            return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "poll" -> ends;
                        case "panels" -> panels;
                        default -> null;
                    }));
        }
    }

    /** Memory that a device may still write to is not freed, and its queue is lent to nobody else. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldGiveMemoryBackOnlyWhereTheDeviceEnds(boolean ends) {
        IdleDevice device = new IdleDevice(ends, new ArrayList<>());
        assertThat(PanelTrial.fault(device, 0)).isNotEmpty();
        assertThat(device.lentUntil).hasSize(4).allMatch(arena -> arena.scope().isAlive() != ends);
    }
}
