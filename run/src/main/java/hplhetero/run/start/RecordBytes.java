package hplhetero.run.start;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.Optional;

/** This program's records as bytes, for ranks and runs of the same build. Fields may be of type {@link Optional}. */
public final class RecordBytes {
    /** Filter that admits this program's own records, made of types of the JDK, and rejects everything else. */
    private static final ObjectInputFilter OURS = ObjectInputFilter.Config
            .createFilter("hplhetero.**;java.lang.*;java.util.*;java.time.*;!*");

    private RecordBytes() {
    }

    /** A stand-in for an {@link Optional}, which cannot be serialized itself; the value is null where it is empty. */
    private record Present(Object value) implements Serializable {
    }

    /** The stream that writes a stand-in for each {@link Optional}. */
    private static final class Writer extends ObjectOutputStream {
        Writer(OutputStream to) throws IOException {
            super(to);
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) {
            return object instanceof Optional<?> optional ? new Present(optional.orElse(null)) : object;
        }
    }

    /** The stream that makes an {@link Optional} of each stand-in, and reads this program's records only. */
    private static final class Reader extends ObjectInputStream {
        Reader(byte[] bytes) throws IOException {
            super(new ByteArrayInputStream(bytes));
            enableResolveObject(true);
            setObjectInputFilter(OURS);
        }

        @Override
        protected Object resolveObject(Object object) {
            return object instanceof Present(Object value) ? Optional.ofNullable(value) : object;
        }
    }

    /**
     * Returns a record as bytes.
     *
     * @throws IOException where something in the record cannot be serialized
     */
    public static byte[] of(Serializable value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new Writer(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    /**
     * Returns the record that these bytes are, which {@link #of} has made.
     *
     * @throws IOException            where the bytes are damaged, or hold what is not this program's
     * @throws ClassNotFoundException where another build has made the bytes
     */
    public static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new Reader(bytes)) {
            return in.readObject();
        }
    }
}
