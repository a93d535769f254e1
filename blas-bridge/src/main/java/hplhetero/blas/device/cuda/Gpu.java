package hplhetero.blas.device.cuda;

import hplhetero.blas.DeviceInfo;
import hplhetero.blas.KernelException;
import hplhetero.blas.device.Device;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** One device of a vendor, with its memory and the queues that it lends. */
@SuppressWarnings("restricted") // ties the end of what is lent to an arena's
final class Gpu implements Device {
    /** The most unused queues of a kind that are kept, so that idle workers of many ranks do not keep the memory that a BLAS takes. */
    private static final int MOST_SPARE_QUEUES = 8;

    final DeviceLibrary library;
    final int number;
    private final DeviceInfo info;
    private final Loaded<RowKernel> rowKernel;
    private final Loaded<PanelKernels> panelKernels;
    /** Locked parts of the host's memory that the device can read and write. */
    private final CopyOnWriteArrayList<Mapped> mapped = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<WorkQueue> spare = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<WorkQueue> spareUrgent = new ConcurrentLinkedQueue<>();

    /**
     * A part of the host's memory that the device can read and write.
     *
     * @param address address of the part's first byte
     * @param bytes   length of the part, in bytes
     * @param pointer the device's name for the part's first byte
     */
    private record Mapped(long address, long bytes, long pointer) {
    }

    /**
     * Programs of ours, or why the device does not have them.
     *
     * @param programs the programs; empty where the device does not have them
     * @param reason   a short reason for people; empty where the device has the programs
     */
    private record Loaded<T>(Optional<T> programs, Optional<String> reason) {
        static <T> Loaded<T> of(Supplier<T> load) {
            try {
                return new Loaded<>(Optional.of(load.get()), Optional.empty());
            } catch (KernelException e) {
                return new Loaded<>(Optional.empty(), Optional.of(e.getMessage()));
            }
        }
    }

    /**
     * Opens the device of a number and makes it the calling thread's.
     *
     * @throws KernelException when there is no device of this number
     */
    Gpu(DeviceLibrary library, int number) {
        int devices = library.devices();
        if (number >= devices) {
            throw new KernelException("no " + library.vendor().title + " device, device=" + number + " of " + devices
                    + ": see whether the driver is loaded, or choose another --blas");
        }
        this.library = library;
        this.number = number;
        use();
        info = library.info(number);
        rowKernel = Loaded.of(() -> RowKernel.load(library.programs(number)));
        panelKernels = Loaded.of(() -> PanelKernels.load(library.programs(number)));
    }

    /** Returns the kernel that copies many rows at once; empty where the device does not have it. */
    Optional<RowKernel> rowKernel() {
        return rowKernel.programs();
    }

    /** Returns the programs that factor panels; empty where the device does not have them. */
    Optional<PanelKernels> panelKernels() {
        return panelKernels.programs();
    }

    @Override
    public String whyNoPanels() {
        return panelKernels.reason().orElseGet(() -> name() + " has too little memory left");
    }

    @Override
    public DeviceInfo info() {
        return info;
    }

    String name() {
        return info.name();
    }

    @Override
    public String description() {
        return library.description() + rowKernel.reason().map(reason -> ", rows copied one by one (" + reason + ")").orElse("");
    }

    @Override
    public long freeBytes() {
        use();
        return library.freeBytes();
    }

    @Override
    public void use() {
        library.use(number);
    }

    @Override
    public long tryAllocate(long bytes, Arena arena) {
        use();
        long pointer = library.allocate(bytes);
        if (pointer != 0) {
            atEnd(arena, () -> library.free(pointer));
        }
        return pointer;
    }

    @Override
    public boolean lock(MemorySegment memory, Arena arena) {
        use();
        boolean locked = library.lock(memory.address(), memory.byteSize());
        if (locked) {
            long pointer = rowKernel().isPresent() ? library.mapped(memory.address()) : 0;
            Mapped part = new Mapped(memory.address(), pointer == 0 ? 0 : memory.byteSize(), pointer);
            mapped.add(part);
            atEnd(arena, () -> {
                mapped.remove(part);
                library.unlock(memory.address());
            });
        }
        return locked;
    }

    /** Only a kernel reads the host's memory, so nothing is mapped where rows are copied one by one. */
    @Override
    public long mapped(long address, long bytes) {
        for (int i = 0; i < mapped.size(); i++) {
            Mapped part = mapped.get(i);
            if (address >= part.address && address + bytes <= part.address + part.bytes) {
                return part.pointer + address - part.address;
            }
        }
        return 0;
    }

    @Override
    public WorkQueue queue(boolean urgent, Arena arena) {
        use();
        WorkQueue free = spare(urgent).poll();
        WorkQueue queue = free == null ? new WorkQueue(this, urgent) : free;
        atEnd(arena, () -> giveBack(queue));
        return queue;
    }

    private ConcurrentLinkedQueue<WorkQueue> spare(boolean urgent) {
        return urgent ? spareUrgent : spare;
    }

    private void giveBack(WorkQueue queue) {
        if (spare(queue.isUrgent()).size() < MOST_SPARE_QUEUES) {
            spare(queue.isUrgent()).add(queue);
        } else {
            queue.close();
        }
    }

    private void atEnd(Arena arena, Runnable action) {
        MemorySegment.NULL.reinterpret(arena, nothing -> {
            use();
            action.run();
        });
    }
}
