package hplhetero.results.json;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * A value of a JSON file, with its place in the file. A value that is missing or has the wrong type is refused with {@link Unexpected}.
 *
 * @param pointer JSON pointer to the value (RFC 6901); empty for the whole file
 * @param node    the value
 * @param remedy  what to do where the file is not one that this program wrote
 */
record JsonValue(String pointer, JsonNode node, String remedy) {
    /** The remedy for files of sweeps. */
    static final String REMEDY = "give a file as 'hpl run --json' wrote it";

    /**
     * The exception that carries what is wrong and what to do from a value under construction to the reader, which knows the file's name.
     */
    static final class Unexpected extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unexpected(String message) {
            super(message);
        }
    }

    /** Returns the value of a field, which may be {@code null}; a missing field is refused. */
    JsonValue at(String field) {
        if (!node.isObject()) {
            throw expected("an object");
        }
        JsonNode value = node.get(field);
        if (value == null) {
            throw unexpected("/" + field, "is missing", remedy);
        }
        return new JsonValue(pointer + "/" + field, value, remedy);
    }

    /** Returns the value of a field; empty if the value is {@code null}. A missing field is refused. */
    Optional<JsonValue> optional(String field) {
        return Optional.of(at(field)).filter(value -> !value.node.isNull());
    }

    /** Returns the value of a field; empty if the value is {@code null} or the field is missing, as in files older than the field. */
    Optional<JsonValue> added(String field) {
        return node.has(field) ? optional(field) : Optional.empty();
    }

    /**
     * Returns the elements of this value, which must be an array.
     *
     * @param element makes an element of the result from an element of the array
     */
    <T> List<T> list(Function<JsonValue, T> element) {
        if (!node.isArray()) {
            throw expected("a list");
        }
        List<T> all = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            all.add(element.apply(new JsonValue(pointer + "/" + i, node.get(i), remedy)));
        }
        return all;
    }

    /** Returns the string that this value is; another type is refused. */
    String text() {
        if (!node.isString()) {
            throw expected("text");
        }
        return node.asString();
    }

    /** Returns the truth value that this value is; another type is refused. */
    boolean bool() {
        if (!node.isBoolean()) {
            throw expected("true or false");
        }
        return node.asBoolean();
    }

    /** Returns the whole number of 32 bits that this value is; another type is refused. */
    int integer() {
        if (!node.isIntegralNumber() || !node.canConvertToInt()) {
            throw expected("an integer");
        }
        return node.asInt();
    }

    /** Returns an integer that counts something; a negative one is refused. */
    int count() {
        int value = integer();
        if (value < 0) {
            throw expected("an integer >= 0");
        }
        return value;
    }

    /** Returns the number of bytes that this value is; another type is refused. */
    long bytes() {
        if (!node.isIntegralNumber() || !node.canConvertToLong()) {
            throw expected("a number of bytes");
        }
        return node.asLong();
    }

    /** Returns a number; NaN for {@code null}, which stands for NaN and infinity. */
    double number() {
        if (node.isNull()) {
            return Double.NaN;
        }
        if (!node.isNumber() || !Double.isFinite(node.asDouble())) {
            throw expected("a number or null");
        }
        return node.asDouble();
    }

    /** Returns a checksum of 32 bits, which is written as eight hexadecimal digits. */
    int checksum() {
        String digits = text();
        if (!digits.matches("[0-9a-f]{8}")) {
            throw expected("8 hexadecimal digits");
        }
        return Integer.parseUnsignedInt(digits, 16);
    }

    /** Returns the moment that this value, a string in ISO 8601, names; another value is refused. */
    Instant time() {
        try {
            return Instant.parse(text());
        } catch (DateTimeParseException notOne) {
            throw expected("a time in UTC, such as 2026-11-20T12:36:20Z");
        }
    }

    /**
     * Returns the constant for which this value, a string, stands; another value is refused.
     *
     * @param words the constants, with their words
     */
    <E extends Enum<E>> E word(JsonWords<E> words) {
        return words.read(text()).orElseThrow(() -> expected("one of " + words.all()));
    }

    /** Builds an object from this value. If the object's own checks refuse the value, the exception also names the place. */
    <T> T build(Function<JsonValue, T> builder) {
        try {
            return builder.apply(this);
        } catch (IllegalArgumentException refused) {
            throw unexpected("", refused.getMessage(), remedy);
        }
    }

    /**
     * Returns the exception for a value of the wrong kind; its message says what this value is.
     *
     * @param what what the value should be, in words for people
     */
    Unexpected expected(String what) {
        String found = node.isArray() ? "a list" : node.isObject() ? "an object" : node.toString();
        return unexpected("", "is " + found + ", expected " + what, remedy);
    }

    /**
     * Returns the exception for something wrong with a value at or below this one.
     *
     * @param below   pointer from this value to the wrong one; empty for this value itself
     * @param problem what is wrong
     * @param advice  what to do about the problem
     */
    Unexpected unexpected(String below, String problem, String advice) {
        String place = pointer + below;
        return new Unexpected((place.isEmpty() ? "" : place + " ") + problem + ": " + advice);
    }
}
