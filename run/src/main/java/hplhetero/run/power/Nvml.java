package hplhetero.run.power;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.ffm.Downcall;
import hplhetero.ffm.NativeLibrary;
import hplhetero.run.power.PowerSource.Coverage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Nvidia's management library, which comes with the driver (nvml.h). All functions return nvmlReturn_t, 0 for success. The library stays
 * loaded and is never shut down, because other threads of the process may use it.
 */
final class Nvml {
    static final String LIBRARY = "libnvidia-ml.so.1";

    private static final int SUCCESS = 0;
    /** Bytes of a device's name, NVML_DEVICE_NAME_V2_BUFFER_SIZE. */
    private static final int NAME_BYTES = 96;
    private static final double MILLI = 1e-3;

    private final NativeLibrary library;
    /**
     * The function int nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t device, unsigned long long *energy), in mJ since the driver was
     * loaded.
     */
    private final Optional<MethodHandle> energy;
    /** The function int nvmlDeviceGetPowerUsage(nvmlDevice_t device, unsigned int *power), in mW. */
    private final Optional<MethodHandle> power;
    /** The memory that a call fills. Only the meter's thread makes calls. */
    private final MemorySegment answer = Arena.ofAuto().allocate(JAVA_LONG);

    private Nvml(NativeLibrary library) {
        this.library = library;
        energy = function("nvmlDeviceGetTotalEnergyConsumption", JAVA_LONG, ADDRESS);
        power = function("nvmlDeviceGetPowerUsage", JAVA_LONG, ADDRESS);
    }

    /**
     * Returns all graphics processors that tell what they take; empty where there is no such library, or no such processor.
     *
     * @param name name of the library, {@link #LIBRARY} except in tests
     */
    static Optional<PowerSource> find(String name) {
        try {
            Nvml nvml = new Nvml(NativeLibrary.open(name, Arena.global()));
            return nvml.initialised() ? nvml.source() : Optional.empty();
        } catch (NativeLibrary.Refused none) {
            return Optional.empty();
        }
    }

    /** Calls int nvmlInit_v2(void) and returns whether it succeeded. */
    private boolean initialised() {
        return call(function("nvmlInit_v2")) == SUCCESS;
    }

    private Optional<PowerSource> source() {
        List<EnergyPart> parts = new ArrayList<>();
        Map<String, Integer> names = new TreeMap<>();
        for (int i = 0; i < count(); i++) {
            long device = device(i);
            Optional<EnergyPart> part = device == 0 ? Optional.empty() : part(device);
            part.ifPresent(found -> {
                parts.add(found);
                names.merge(name(device), 1, Integer::sum);
            });
        }
        String words = names.entrySet().stream().map(e -> (e.getValue() == 1 ? "" : e.getValue() + " x ") + e.getKey())
                .collect(Collectors.joining(", "));
        return parts.isEmpty() ? Optional.empty() : Optional.of(new PowerSource(Coverage.GPUS, "NVML: " + words, parts));
    }

    /** Returns a device's counter, which devices since Volta have, else its meter; empty where it has neither. */
    private Optional<EnergyPart> part(long device) {
        Reading counter = () -> energy.isPresent() && call(energy, device) == SUCCESS ? answer.get(JAVA_LONG, 0) : Reading.UNKNOWN;
        if (counter.read() != Reading.UNKNOWN) {
            return Optional.of(new EnergyPart.Counter(counter, MILLI, 0));
        }
        Reading meter = () -> power.isPresent() && call(power, device) == SUCCESS
                ? Integer.toUnsignedLong(answer.get(JAVA_INT, 0)) : Reading.UNKNOWN;
        return meter.read() == Reading.UNKNOWN ? Optional.empty() : Optional.of(new EnergyPart.Meter(meter, MILLI));
    }

    /** Calls int nvmlDeviceGetCount_v2(unsigned int *deviceCount) and returns the count; 0 where the call fails. */
    private int count() {
        Optional<MethodHandle> count = function("nvmlDeviceGetCount_v2", ADDRESS);
        try {
            return count.isPresent() && (int) count.get().invokeExact(answer) == SUCCESS ? answer.get(JAVA_INT, 0) : 0;
        } catch (Throwable impossible) {
            throw new AssertionError("nvmlDeviceGetCount_v2", impossible);
        }
    }

    /**
     * Calls int nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t *device).
     *
     * @return the handle of the device; 0 where the device cannot be used
     */
    private long device(int index) {
        Optional<MethodHandle> handle = function("nvmlDeviceGetHandleByIndex_v2", JAVA_INT, ADDRESS);
        try {
            return handle.isPresent() && (int) handle.get().invokeExact(index, answer) == SUCCESS ? answer.get(JAVA_LONG, 0) : 0;
        } catch (Throwable impossible) {
            throw new AssertionError("nvmlDeviceGetHandleByIndex_v2", impossible);
        }
    }

    /** Calls int nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned int length) and returns the name. */
    private String name(long device) {
        Optional<MethodHandle> name = function("nvmlDeviceGetName", JAVA_LONG, ADDRESS, JAVA_INT);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(NAME_BYTES);
            boolean told = name.isPresent() && (int) name.get().invokeExact(device, text, NAME_BYTES) == SUCCESS;
            return told ? text.getString(0) : "a graphics processor";
        } catch (Throwable impossible) {
            throw new AssertionError("nvmlDeviceGetName", impossible);
        }
    }

    private Optional<MethodHandle> function(String name, MemoryLayout... arguments) {
        return library.find(name).map(address -> Downcall.to(address, JAVA_INT, arguments));
    }

    private static int call(Optional<MethodHandle> function) {
        try {
            return function.isPresent() ? (int) function.get().invokeExact() : -1;
        } catch (Throwable impossible) {
            throw new AssertionError("NVML", impossible);
        }
    }

    private int call(Optional<MethodHandle> function, long device) {
        try {
            return (int) function.orElseThrow().invokeExact(device, answer);
        } catch (Throwable impossible) {
            throw new AssertionError("NVML", impossible);
        }
    }
}
