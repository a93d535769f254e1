package hplhetero.comm.transport.mpj;

import hplhetero.comm.CommException;
import java.util.Map;

/**
 * How messages are cut; the same on all ranks.
 *
 * @param eagerBytes up to here a message's data travel with its envelope
 * @param pieceBytes longer messages go in pieces of at most so many bytes
 */
record Limits(int eagerBytes, int pieceBytes) {
    static final String EAGER = "HPL_MPJ_EAGER_BYTES";
    static final String PIECE = "HPL_MPJ_PIECE_BYTES";
    /** docs/decisions/0014. */
    static final Limits USUAL = new Limits(65_536, 1 << 20);
    /** Half a piece, the shortest there is, must hold MPJ's header. */
    private static final int SMALLEST = 2 * MpjBuffer.HEADER_BYTES;

    Limits {
        require(EAGER, eagerBytes);
        require(PIECE, pieceBytes);
    }

    static Limits of(Map<String, String> environment) {
        return new Limits(number(environment, EAGER, USUAL.eagerBytes), number(environment, PIECE, USUAL.pieceBytes));
    }

    private static int number(Map<String, String> environment, String name, int usual) {
        String text = environment.get(name);
        try {
            return text == null ? usual : Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new CommException(name + "=" + text + " is no number of bytes: leave it unset for " + usual, e);
        }
    }

    private static void require(String name, int bytes) {
        if (bytes < SMALLEST || bytes > 1 << 30) {
            throw new CommException(name + "=" + bytes + ": choose " + SMALLEST + " <= " + name + " <= " + (1 << 30));
        }
    }

    /** Into how many pieces of even size a long message is cut. */
    long pieces(long bytes) {
        return (bytes + pieceBytes - 1) / pieceBytes;
    }
}
