package hplhetero.comm.transport.mpj.device;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * The class loader of MPJ Express and what it needs, apart from all classes of this program. It leaves out what MPJ may not do to this
 * process ({@link MpjBytecodePatch}). Each loader has its own copy of MPJ's static state.
 */
final class MpjClasses extends ClassLoader implements AutoCloseable {
    static {
        registerAsParallelCapable();
    }

    private final List<JarFile> jars = new ArrayList<>();
    private final MpjBytecodePatch patch = new MpjBytecodePatch(this::bytes);

    MpjClasses(List<Path> paths) throws IOException {
        super("mpj", ClassLoader.getPlatformClassLoader());
        for (Path path : paths) {
            jars.add(new JarFile(path.toFile()));
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] found = bytes(name.replace('.', '/') + ".class");
        if (found == null) {
            throw new ClassNotFoundException(name);
        }
        byte[] patched = patch.apply(found);
        return defineClass(name, patched, 0, patched.length);
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        byte[] found = bytes(name);
        return found == null ? null : new ByteArrayInputStream(found);
    }

    private byte[] bytes(String name) {
        try {
            for (JarFile jar : jars) {
                ZipEntry entry = jar.getEntry(name);
                if (entry != null) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        return in.readAllBytes();
                    }
                }
            }
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        for (JarFile jar : jars) {
            jar.close();
        }
    }
}
