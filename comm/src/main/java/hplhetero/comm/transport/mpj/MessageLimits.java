package hplhetero.comm.transport.mpj;

import hplhetero.comm.CommException;
import hplhetero.comm.transport.mpj.device.MpjBuffer;
import java.util.Map;

/**
 * The limits by which messages are cut; the same on all ranks.
 *
 * @param eagerBytes bytes of the longest message whose data travel with its envelope
 * @param pieceBytes bytes of the longest piece into which longer messages are cut
 */
public record MessageLimits(int eagerBytes, int pieceBytes) {
    /** The variable that sets {@link #eagerBytes}. */
    public static final String EAGER = "HPL_MPJ_EAGER_BYTES";
    /** The variable that sets {@link #pieceBytes}. */
    public static final String PIECE = "HPL_MPJ_PIECE_BYTES";
    /** The limits where the environment sets none; measured in docs/decisions/0014. */
    public static final MessageLimits USUAL = new MessageLimits(65_536, 1 << 20);
    /** Bytes of the smallest limit: half a piece, the shortest piece there is, must hold MPJ's header. */
    private static final int SMALLEST_BYTES = 2 * MpjBuffer.HEADER_BYTES;

    public MessageLimits {
        require(EAGER, eagerBytes);
        require(PIECE, pieceBytes);
    }

    /**
     * Returns the limits that the variables {@link #EAGER} and {@link #PIECE} set, and those of {@link #USUAL} where they are not set.
     *
     * @param environment the process' environment variables
     * @throws CommException when a variable is no number, or out of range
     */
    public static MessageLimits of(Map<String, String> environment) {
        return new MessageLimits(number(environment, EAGER, USUAL.eagerBytes), number(environment, PIECE, USUAL.pieceBytes));
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
        if (bytes < SMALLEST_BYTES || bytes > 1 << 30) {
            throw new CommException(name + "=" + bytes + ": choose " + SMALLEST_BYTES + " <= " + name + " <= " + (1 << 30));
        }
    }

    /**
     * Returns into how many pieces a long message is cut, each of at most {@link #pieceBytes} bytes and about as long as the others.
     *
     * @param bytes length of the message, in bytes
     */
    public long pieces(long bytes) {
        return (bytes + pieceBytes - 1) / pieceBytes;
    }
}
