package hplhetero.run.power;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The PCIe link of a GPU.
 *
 * @param generation     generation of PCIe that the link works with now
 * @param mostGeneration newest generation that the link can work with
 * @param width          number of lanes that the link works with now
 * @param mostWidth      most lanes that the link can work with
 * @param working        0 while the GPU has nothing to do: links are slowed down then, to save power
 */
record GpuLink(Reading generation, Reading mostGeneration, Reading width, Reading mostWidth, Reading working) {
    /** Speeds of a lane in GT/s, as the kernel writes them; the generation is the index + 1. */
    private static final List<String> SPEEDS = List.of("2.5", "5.0", "8.0", "16.0", "32.0", "64.0");

    /** What a link is at one moment; the generation is the newest one where the GPU has nothing to do. */
    record State(long generation, long mostGeneration, long width, long mostWidth) {
        /** Returns the bandwidth as a share of the highest one: each generation doubles it. */
        double share() {
            return Math.pow(2, generation - mostGeneration) * width / mostWidth;
        }
    }

    /**
     * Returns the link of which the files of a PCI device tell.
     *
     * @param device the device's folder
     */
    static GpuLink ofDevice(Path device) {
        return new GpuLink(() -> generation(device.resolve("current_link_speed")), () -> generation(device.resolve("max_link_speed")),
                number(device.resolve("current_link_width")), number(device.resolve("max_link_width")),
                number(device.resolve("gpu_busy_percent")));
    }

    private static Reading number(Path file) {
        return SysfsFile.of(file).<Reading>map(its -> its).orElse(() -> Reading.UNKNOWN);
    }

    /** Returns the generation of a speed such as {@code 16.0 GT/s PCIe}. */
    private static long generation(Path file) {
        int index = SPEEDS.indexOf(SysfsFile.text(file).split(" ")[0]);
        return index < 0 ? Reading.UNKNOWN : index + 1;
    }

    /** Returns the state of the link now; empty where it cannot be read. */
    Optional<State> read() {
        long most = mostGeneration.read();
        long isWorking = working.read();
        State now = new State(isWorking == 0 || isWorking == Reading.UNKNOWN ? most : generation.read(), most, width.read(),
                mostWidth.read());
        boolean known = now.generation > 0 && most > 0 && now.width > 0 && now.mostWidth > 0;
        return known ? Optional.of(now) : Optional.empty();
    }
}
