package hplhetero.run;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Spoils texts, the same way for the same seed. */
final class Mutator {
    private static final int MOST_STEPS = 4;
    private static final int DEEP = Integer.getInteger("hpl.fuzz.deep", 20_000);
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");
    private static final Pattern WORD = Pattern.compile("[^\\s,=:\"]+");
    private static final List<String> NUMBERS = List.of("-1", "0", "1", "300", "65536", "99999", "999999999", "2147483647", "2147483648",
            "4294967295", "9223372036854775807", "99999999999999999999999", "1e308", "1e-320", "1e999999999", "NaN", "Infinity", "0x10",
            "1.5", "-0", "00", "\u0663");
    private static final List<String> CONTROLS = List.of("\033[2J", "\r", "\u0007", "\u009b2J", "\0", "\u007f", "\u202e", "\ufeff",
            "\ud83d\ude00", "\u00a0", "\f", "\t", "\n", "\"", "\\", "'", "`");
    private static final List<String> SIGNS = List.of(",", "=", ":", "-", "[", "]", "{", "}", "(", ")", "#", ";", "*", "..", "[1-1000000]",
            "0-999999999", "1,2,3,4", "%", "@", "::1", "\\\n");
    private static final List<String> NESTS = List.of("[", "{\"a\":", "(", "[[1,", "{", "\"", "-", "n[1-2]", "#", " ", "\n", "1,", "a=b ",
            "0-1,");

    private final Random random;

    Mutator(long seed) {
        random = new Random(seed);
    }

    byte[] spoilt(byte... sample) {
        byte[] text = sample;
        for (int step = random.nextBoolean() ? 1 : 1 + random.nextInt(MOST_STEPS); step > 0; step--) {
            text = step(text);
        }
        return text;
    }

    private byte[] step(byte... text) {
        return switch (random.nextInt(14)) {
            case 0 -> flipped(text);
            case 1 -> Arrays.copyOf(text, random.nextInt(text.length + 1));
            case 2 -> lines(text, (lines, at) -> lines.add(random.nextInt(lines.size() + 1), lines.get(at)));
            case 3 -> lines(text, List::remove);
            case 4 -> lines(text, (lines, at) -> lines.addAll(at, List.copyOf(lines.subList(at, lines.size()))));
            case 5, 6, 7 -> replaced(text, NUMBER, one(NUMBERS));
            case 8 -> replaced(text, WORD, word(text));
            case 9 -> inserted(text, one(CONTROLS));
            case 10, 11 -> inserted(text, one(SIGNS));
            case 12 -> random.nextInt(8) == 0 ? inserted(text, one(NESTS).repeat(random.nextInt(DEEP))) : flipped(text);
            default -> random.nextInt(8) == 0 ? new byte[0] : lines(text, (lines, at) -> lines.set(at, lines.get(at).repeat(
                    1 + random.nextInt(10))));
        };
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private byte[] flipped(byte... text) {
        byte[] spoilt = text.clone();
        if (spoilt.length > 0) {
            spoilt[random.nextInt(spoilt.length)] = (byte) random.nextInt(256);
        }
        return spoilt;
    }

    private byte[] inserted(byte[] text, String what) {
        byte[] more = what.getBytes(StandardCharsets.UTF_8);
        int at = random.nextInt(text.length + 1);
        byte[] spoilt = Arrays.copyOf(text, text.length + more.length);
        System.arraycopy(more, 0, spoilt, at, more.length);
        System.arraycopy(text, at, spoilt, at + more.length, text.length - at);
        return spoilt;
    }

    private byte[] replaced(byte[] text, Pattern what, String by) {
        String all = new String(text, StandardCharsets.ISO_8859_1);
        List<MatchResult> found = what.matcher(all).results().toList();
        if (found.isEmpty()) {
            return text;
        }
        MatchResult place = one(found);
        byte[] with = by.getBytes(StandardCharsets.UTF_8);
        byte[] spoilt = new byte[text.length - (place.end() - place.start()) + with.length];
        System.arraycopy(text, 0, spoilt, 0, place.start());
        System.arraycopy(with, 0, spoilt, place.start(), with.length);
        System.arraycopy(text, place.end(), spoilt, place.start() + with.length, text.length - place.end());
        return spoilt;
    }

    private String word(byte... text) {
        List<MatchResult> found = WORD.matcher(new String(text, StandardCharsets.ISO_8859_1)).results().toList();
        return found.isEmpty() ? "word" : one(found).group();
    }

    private byte[] lines(byte[] text, Change change) {
        List<String> lines = new ArrayList<>(List.of(new String(text, StandardCharsets.ISO_8859_1).split("(?<=\n)")));
        change.make(lines, random.nextInt(lines.size()));
        return String.join("", lines).getBytes(StandardCharsets.ISO_8859_1);
    }

    private interface Change {
        void make(List<String> lines, int at);
    }
}
