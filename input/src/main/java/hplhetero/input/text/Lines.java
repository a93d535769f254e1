package hplhetero.input.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * The lines of a text in memory, each made when it is asked for. A large file takes its own bytes and 4 bytes a line. Lines end with
 * {@code \n}, {@code \r}, or up to eight {@code \r} before {@code \n}.
 */
final class Lines extends AbstractList<String> implements RandomAccess {
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
    private static final int CHUNK_CHARS = 1 << 13;
    /**
     * The most {@code \r} in front of {@code \n} that belong to one line end; more are lines of their own. A tool that writes {@code \r\n}
     * for each {@code \n} adds one more to a text that has {@code \r\n} already.
     */
    private static final int MOST_RETURNS = 8;

    private final byte[] text;
    private final Charset charset;
    /** Offset of each line's beginning in {@code text}, followed by the end of the text. */
    private final int[] starts;

    private Lines(byte[] text, Charset charset, int... starts) {
        this.text = text;
        this.charset = charset;
        this.starts = starts;
    }

    /** Returns the lines of a text in UTF-8 or, if it is not valid UTF-8, in Latin-1: only comments can hold characters that differ. */
    static List<String> of(byte... text) {
        Charset charset = isUtf8(text) ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
        int begin = charset == StandardCharsets.UTF_8 && startsWithMark(text) ? BYTE_ORDER_MARK.length : 0;
        int[] starts = new int[1 + count(text, begin)];
        int line = 0;
        for (int at = begin; at < text.length; at = next(text, at)) {
            starts[line++] = at;
        }
        starts[line] = text.length;
        return new Lines(text, charset, starts);
    }

    @Override
    public String get(int line) {
        int begin = starts[Objects.checkIndex(line, size())];
        int end = starts[line + 1];
        while (end > begin && (text[end - 1] == '\n' || text[end - 1] == '\r')) {
            end--;
        }
        return new String(text, begin, end - begin, charset);
    }

    @Override
    public int size() {
        return starts.length - 1;
    }

    private static int count(byte[] text, int begin) {
        int lines = 0;
        for (int at = begin; at < text.length; at = next(text, at)) {
            lines++;
        }
        return lines;
    }

    /** Returns the offset at which the line after the one at {@code at} begins. */
    private static int next(byte[] text, int at) {
        int end = at;
        while (end < text.length && text[end] != '\n' && text[end] != '\r') {
            end++;
        }
        int behind = end;
        while (behind < text.length && behind < end + MOST_RETURNS && text[behind] == '\r') {
            behind++;
        }
        boolean feeds = behind < text.length && text[behind] == '\n';
        return feeds ? behind + 1 : Math.min(end + 1, text.length);
    }

    private static boolean startsWithMark(byte... text) {
        return text.length >= BYTE_ORDER_MARK.length
                && Arrays.equals(text, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
    }

    private static boolean isUtf8(byte... text) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(text);
        CharBuffer out = CharBuffer.allocate(CHUNK_CHARS);
        CoderResult result = decoder.decode(in, out, true);
        while (result.isOverflow()) {
            out.clear();
            result = decoder.decode(in, out, true);
        }
        return result.isUnderflow();
    }
}
