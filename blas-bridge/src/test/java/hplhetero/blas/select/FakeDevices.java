package hplhetero.blas.select;

import hplhetero.blas.Completion;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.DeviceInfo;
import hplhetero.blas.DeviceOptions;
import hplhetero.blas.KernelException;
import hplhetero.blas.KernelProvider;
import hplhetero.blas.MatrixMemory;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** A provider of devices that compute nothing and take their time for it, by a clock that they set themselves: about 0.6 GFLOPS. */
final class FakeDevices implements KernelProvider {
    /** Time for each column of a panel that the device factors. */
    static final long PANEL_COLUMN_NANOS = 10_000;
    /** Long enough for a product to be the last that is measured. */
    static final long PRODUCT_NANOS = 55_000_000;

    private final String name;
    private final int devices;
    /** Numbers of those that were loaded. */
    final List<Integer> loaded = new ArrayList<>();
    /** How many times one was measured. */
    int measured;
    /** What is wrong with the library, a device when it is loaded, and when it computes; null: nothing. */
    String libraryProblem;
    String loadProblem;
    String computeProblem;
    boolean contends = true;
    /** Whether the devices factor panels. */
    boolean factors;
    String driver = "1.0";
    private final AtomicLong nanos;

    /** @param nanos the clock, in nanoseconds */
    FakeDevices(String name, int devices, AtomicLong nanos) {
        this.nanos = nanos;
        this.name = name;
        this.devices = devices;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String summary() {
        return "a fake";
    }

    @Override
    public boolean takesDevice() {
        return true;
    }

    @Override
    public boolean contends() {
        return contends;
    }

    @Override
    public List<DeviceInfo> devices(Optional<Path> library) {
        failIf(libraryProblem);
        return IntStream.range(0, devices).mapToObj(this::info).toList();
    }

    private DeviceInfo info(int number) {
        return new DeviceInfo(number, name + "'s GPU", "0000:0" + number + ":00.0", driver, 1L << 30, 0, "");
    }

    @Override
    public DenseKernels load(Optional<Path> library) {
        return load(library, DeviceOptions.USUAL);
    }

    @Override
    public DenseKernels load(Optional<Path> library, DeviceOptions device) {
        failIf(libraryProblem);
        failIf(device.number() >= devices ? "no device " + device.number() : loadProblem);
        loaded.add(device.number());
        return (DenseKernels) Proxy.newProxyInstance(FakeDevices.class.getClassLoader(), new Class<?>[] {DenseKernels.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "name" -> name;
                    case "device" -> Optional.of(info(device.number()));
                    case "packedBytes" -> 0L;
                    case "roomToHold" -> 40_000_000L;
                    case "pin" -> null;
                    case "hold" -> MatrixMemory.HOST;
                    case "panelUpdate" -> update();
                    case "toString" -> "fake " + device.number();
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private PanelUpdate update() {
        measured++;
        return (PanelUpdate) Proxy.newProxyInstance(FakeDevices.class.getClassLoader(), new Class<?>[] {PanelUpdate.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "begin" -> 0;
                    case "submitted" -> Completion.DONE;
                    case "multiply" -> multiply();
                    case "factors" -> factors;
                    case "takeNext" -> null;
                    case "factorNext" -> factor((MatrixRef) arguments[1]);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private Object factor(MatrixRef panel) {
        nanos.addAndGet(PANEL_COLUMN_NANOS * panel.cols());
        return null;
    }

    private Object multiply() {
        failIf(computeProblem);
        nanos.addAndGet(PRODUCT_NANOS);
        return null;
    }

    private static void failIf(String problem) {
        if (problem != null) {
            throw new KernelException(problem);
        }
    }
}
