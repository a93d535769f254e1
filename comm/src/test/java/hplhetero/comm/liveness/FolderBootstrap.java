package hplhetero.comm.liveness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.IntStream;

/** Processes that meet in a folder, where no transport is. */
final class FolderBootstrap implements Bootstrap {
    private final Path folder;
    private final int rank;
    private final int size;
    private int gathered;

    FolderBootstrap(Path folder, int rank, int size) {
        this.folder = folder;
        this.rank = rank;
        this.size = size;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public String hostName() {
        return "host" + rank;
    }

    @Override
    public String broadcast(String text) {
        if (rank == 0) {
            write("bootstrap", text);
        }
        return read("bootstrap");
    }

    @Override
    public List<String> gather(String text) {
        String name = "gathered" + gathered++ + "-";
        write(name + rank, text);
        return rank > 0 ? List.of() : IntStream.range(0, size).mapToObj(r -> read(name + r)).toList();
    }

    private void write(String name, String text) {
        try {
            Path whole = Files.writeString(folder.resolve(name + ".part"), text);
            Files.move(whole, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String read(String name) {
        try {
            while (!Files.exists(folder.resolve(name))) {
                Thread.sleep(2);
            }
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
