package hplhetero.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * The lines of one HPL.dat and the values in front of each line's comment. Lines count from 1.
 *
 * @param name  the file as the user named it
 * @param lines without their ends
 */
record HplDatLines(String name, List<String> lines) {
    /** Far more than any HPL.dat; keeps us from reading a matrix or an endless device. */
    private static final int MAX_BYTES = 1 << 20;
    private static final int LAST_LINE = 31;

    static HplDatLines of(Path file) {
        String name = file.toString();
        return new HplDatLines(name, text(name, bytes(file)).lines().toList());
    }

    /** The place of a line, for messages. */
    String where(int line) {
        return name + ", line " + line;
    }

    /** The blank-separated words of a line, comment included. */
    List<String> words(int line, String expected) {
        if (line > lines.size()) {
            throw new InputException(name + ": ends after line " + lines.size() + " of " + LAST_LINE
                    + ": expected " + expected + " on line " + line + ": add the missing lines, each even where "
                    + "its value does not matter");
        }
        return Arrays.stream(lines.get(line - 1).split("[ \t\f\u000b]+")).filter(word -> !word.isEmpty()).toList();
    }

    /** The number at the start of a line. */
    int integer(int line, String word) {
        return integers(line, word, 1).getFirst();
    }

    /** The number of values that the line after this one holds. */
    int count(int line, String word) {
        String expected = "the number of values of " + word + ", 1.." + IntParameter.MAX_VALUES;
        String remedy = "begin the line with such a number";
        List<String> words = words(line, expected);
        int count = Numbers.whole(first(words, line, expected, remedy), where(line), expected, remedy);
        if (count < 1 || count > IntParameter.MAX_VALUES) {
            throw Numbers.refused(where(line), expected, Numbers.quoted(Integer.toString(count)), remedy);
        }
        return count;
    }

    /** The {@code count} values at the start of a line that has been given {@code count} of them. */
    List<Integer> integers(int line, String word, int count) {
        String expected = (count == 1 ? "1 integer" : count + " integers") + " (" + word + ")";
        String remedy = "begin the line with " + (count == 1 ? "it" : "them, separated by blanks,")
                + " and put any comment behind";
        List<String> words = words(line, expected);
        List<Integer> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (i > 0 && (i == words.size() || !Numbers.isNumber(words.get(i)))) {
                String next = i == words.size() ? "the end of the line" : Numbers.quoted(words.get(i));
                throw Numbers.refused(where(line), expected, i + ", then " + next,
                        "add the missing values, or lower the count on the line that gives it");
            }
            String text = i == 0 ? first(words, line, expected, remedy) : words.get(i);
            values.add(Numbers.whole(text, where(line), expected, remedy));
        }
        return values;
    }

    double real(int line, String word) {
        String expected = "a real number (" + word + ")";
        String remedy = "begin the line with it, such as 16.0";
        String text = first(words(line, expected), line, expected, remedy);
        return Numbers.real(text, where(line), expected, remedy);
    }

    private String first(List<String> words, int line, String expected, String remedy) {
        if (words.isEmpty()) {
            throw Numbers.refused(where(line), expected, "an empty line", remedy);
        }
        return words.getFirst();
    }

    private static byte[] bytes(Path file) {
        if (Files.isDirectory(file)) {
            throw new InputException(file + ": is a directory: name the HPL.dat itself, such as "
                    + file.resolve("HPL.dat"));
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new InputException(file + ": is larger than " + MAX_BYTES
                        + " bytes, which no HPL.dat is: name another file");
            }
            return bytes;
        } catch (NoSuchFileException e) {
            throw new InputException(file + ": no such file: name one that exists, or give the case by options "
                    + "such as -N 8000 --nb 192", e);
        } catch (AccessDeniedException e) {
            throw new InputException(file + ": may not be read: permission denied: change its mode, or name "
                    + "another file", e);
        } catch (FileSystemException e) {
            String reason = Objects.requireNonNullElse(e.getReason(), e.getClass().getSimpleName());
            throw new InputException(file + ": cannot be read: " + reason + ": name another file", e);
        } catch (IOException e) {
            throw new InputException(file + ": cannot be read: " + e.getMessage() + ": name another file", e);
        }
    }

    private static String text(String name, byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            int b = bytes[i] & 0xff;
            if (b < ' ' && !(b >= '\t' && b <= '\r') || b == 0x7f) {
                throw new InputException(name + ": is not a text file (byte 0x" + HexFormat.of().toHexDigits((byte) b)
                        + " at offset " + i + "): name an HPL.dat, saved as ASCII or UTF-8");
            }
        }
        String text = decoded(bytes);
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }

    /** As UTF-8, or, since only comments can hold other characters, as Latin-1. */
    private static String decoded(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }
}
