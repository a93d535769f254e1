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
    /** The type of the clock of a device's multiprocessors, NVML_CLOCK_SM. */
    private static final int CLOCK_SM = 1;
    /** The sensor of a device's chip, NVML_TEMPERATURE_GPU. */
    private static final int CHIP = 0;
    /** The counters of memory errors since the driver was loaded, NVML_VOLATILE_ECC. */
    private static final int VOLATILE = 0;
    private static final int CORRECTED = 0;
    private static final int UNCORRECTED = 1;
    /** The reason for a lower clock of a device that has nothing to do, nvmlClocksThrottleReasonGpuIdle. */
    private static final long IDLE = 0x1;

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

    /**
     * Adds what Nvidia's devices tell of their health; nothing where there is no such library, or no such device.
     *
     * @param name name of the library
     * @param to   takes the readings
     */
    static void addHealth(String name, Gpus to) {
        try {
            Nvml nvml = new Nvml(NativeLibrary.open(name, Arena.global()));
            int count = nvml.initialised() ? nvml.count() : 0;
            for (int i = 0; i < count; i++) {
                long device = nvml.device(i);
                if (device != 0) {
                    nvml.addHealth(device, to);
                }
            }
        } catch (NativeLibrary.Refused none) {
            // hosts without such devices have no such library
        }
    }

    private void addHealth(long device, Gpus to) {
        told(number("nvmlDeviceGetTemperature", device, CHIP)).ifPresent(to.celsius()::add);
        told(number("nvmlDeviceGetClockInfo", device, CLOCK_SM)).ifPresent(to.megahertz()::add);
        Reading reasons = reasons(device);
        told(reasons).ifPresent(to.reasons()::add);
        told(errors(device, CORRECTED)).ifPresent(to.corrected()::add);
        told(errors(device, UNCORRECTED)).ifPresent(to.uncorrected()::add);
        to.links().add(new GpuLink(number("nvmlDeviceGetCurrPcieLinkGeneration", device),
                number("nvmlDeviceGetMaxPcieLinkGeneration", device), number("nvmlDeviceGetCurrPcieLinkWidth", device),
                number("nvmlDeviceGetMaxPcieLinkWidth", device), () -> working(reasons.read())));
    }

    private static long working(long reasons) {
        return reasons == Reading.UNKNOWN ? Reading.UNKNOWN : (reasons & IDLE) == 0 ? 1 : 0;
    }

    /** Returns the reading of a function int f(nvmlDevice_t device, unsigned int *number). */
    private Reading number(String name, long device) {
        Optional<MethodHandle> function = function(name, JAVA_LONG, ADDRESS);
        return () -> function.isPresent() && call(function, device) == SUCCESS ? Integer.toUnsignedLong(answer.get(JAVA_INT, 0))
                : Reading.UNKNOWN;
    }

    private static Optional<Reading> told(Reading reading) {
        return reading.read() == Reading.UNKNOWN ? Optional.empty() : Optional.of(reading);
    }

    /** Returns the reading of a function int f(nvmlDevice_t device, an enumeration what, unsigned int *number). */
    private Reading number(String name, long device, int what) {
        Optional<MethodHandle> function = function(name, JAVA_LONG, JAVA_INT, ADDRESS);
        return () -> {
            try {
                return function.isPresent() && (int) function.get().invokeExact(device, what, answer) == SUCCESS
                        ? Integer.toUnsignedLong(answer.get(JAVA_INT, 0)) : Reading.UNKNOWN;
            } catch (Throwable impossible) {
                throw new AssertionError(name, impossible);
            }
        };
    }

    /**
     * Returns the reading of why a device has lowered its clock, as bits, by
     * int nvmlDeviceGetCurrentClocksThrottleReasons(nvmlDevice_t device, unsigned long long *reasons).
     */
    private Reading reasons(long device) {
        Optional<MethodHandle> reasons = function("nvmlDeviceGetCurrentClocksThrottleReasons", JAVA_LONG, ADDRESS);
        return () -> reasons.isEmpty() || call(reasons, device) != SUCCESS ? Reading.UNKNOWN : answer.get(JAVA_LONG, 0);
    }

    /**
     * Returns the counter of a device's memory errors, by int nvmlDeviceGetTotalEccErrors(nvmlDevice_t device, nvmlMemoryErrorType_t type,
     * nvmlEccCounterType_t since, unsigned long long *count).
     */
    private Reading errors(long device, int type) {
        Optional<MethodHandle> errors = function("nvmlDeviceGetTotalEccErrors", JAVA_LONG, JAVA_INT, JAVA_INT, ADDRESS);
        return () -> {
            try {
                return errors.isPresent() && (int) errors.get().invokeExact(device, type, VOLATILE, answer) == SUCCESS
                        ? answer.get(JAVA_LONG, 0) : Reading.UNKNOWN;
            } catch (Throwable impossible) {
                throw new AssertionError("nvmlDeviceGetTotalEccErrors", impossible);
            }
        };
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
