package hplhetero.input.topology;

import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import hplhetero.input.text.TextFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A value of a YAML file, in the part of YAML that Slurm's topology.yaml needs: mappings and sequences by indentation, sequences in
 * brackets, plain and quoted scalars, comments. Anchors, tags, mappings in braces and scalars of several lines are refused.
 */
sealed interface Yaml {

    /** Returns the place of the value's first line, for messages. */
    String where();

    /** A single value; the text of an empty one is empty. */
    record Scalar(String where, String text) implements Yaml {
    }

    /** Values in their order. */
    record Sequence(String where, List<Yaml> values) implements Yaml {
    }

    /** Values by key, in their order. */
    record Mapping(String where, Map<String, Yaml> values) implements Yaml {
    }

    /**
     * Reads a file with one document.
     *
     * @throws InputException if the file is not of the part of YAML that is read, naming file and line
     */
    static Yaml read(TextFile file) {
        return new Parser(file).document();
    }

    /** Returns a line without its comment. A {@code #} begins a comment at the start of a line, or after a blank outside of quotes. */
    static String bare(String line) {
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '#' && (i == 0 || Character.isWhitespace(line.charAt(i - 1)))) {
                return line.substring(0, i).stripTrailing();
            }
        }
        return line.stripTrailing();
    }

    /** The reading of one file: its lines become tokens, of which each is the dash of a sequence or what stands behind. */
    final class Parser {
        private static final Pattern ENTRY = Pattern.compile("(\"[^\"]*\"|'[^']*'|[^\\s\"'\\[{&*!|>][^:]*+)\\s*:(?:\\s+(.*))?");
        /** The most lists and mappings within each other, more than a topology.yaml has. */
        private static final int MOST_DEPTH = 32;
        private static final String EXPECTED = "YAML as in Slurm's topology.yaml";

        private final TextFile file;
        private final List<Token> tokens = new ArrayList<>();
        private int next;
        /** Number of lists and mappings around the next token. */
        private int depth;

        private Parser(TextFile file) {
            this.file = file;
            for (int i = 1; i <= file.lines().size(); i++) {
                tokens(bare(file.lines().get(i - 1)), file.where(i));
            }
        }

        /**
         * A dash, or the text behind dashes.
         *
         * @param indent number of characters before the token in its line
         * @param text   the text; {@code -} for a dash
         */
        private record Token(String where, int indent, String text) {
            boolean isDash() {
                return text.equals("-");
            }
        }

        private void tokens(String line, String where) {
            String text = line.strip();
            int indent = line.indexOf(text);
            if (text.isEmpty() || text.equals("---") || text.equals("...")) {
                return;
            }
            if (line.substring(0, indent).contains("\t")) {
                throw Numbers.refused(where, EXPECTED + ", indented by blanks", "a tab", "write blanks instead of tabs");
            }
            for (int dashes = 1; text.equals("-") || text.startsWith("- "); dashes++) {
                if (dashes > MOST_DEPTH) {
                    throw tooDeep(new Token(where, indent, text));
                }
                tokens.add(new Token(where, indent, "-"));
                String behind = text.substring(1).strip();
                indent += text.length() - behind.length();
                text = behind;
            }
            if (!text.isEmpty()) {
                tokens.add(new Token(where, indent, text));
            }
        }

        private Yaml document() {
            if (tokens.isEmpty()) {
                throw new InputException(file.name() + ": is empty");
            }
            Yaml value = value(tokens.getFirst().indent());
            if (next < tokens.size()) {
                throw refused(tokens.get(next), "indent the entries of one list or mapping alike");
            }
            return value;
        }

        private static InputException refused(Token token, String remedy) {
            return Numbers.refused(token.where(), EXPECTED, Numbers.quoted(token.text()), remedy);
        }

        private static InputException tooDeep(Token token) {
            return refused(token, "write at most " + MOST_DEPTH + " lists and mappings within each other");
        }

        private boolean isAt(int indent, boolean dash) {
            return next < tokens.size() && tokens.get(next).indent() == indent && tokens.get(next).isDash() == dash;
        }

        private Yaml value(int indent) {
            Token first = tokens.get(next);
            if (first.isDash()) {
                List<Yaml> values = new ArrayList<>();
                while (isAt(indent, true)) {
                    Token dash = tokens.get(next++);
                    values.add(nested(dash, indent + 1));
                }
                return new Sequence(first.where(), values);
            }
            if (!ENTRY.matcher(first.text()).matches()) {
                next++;
                return scalar(first, first.text());
            }
            Map<String, Yaml> values = new LinkedHashMap<>();
            while (isAt(indent, false)) {
                Token token = tokens.get(next++);
                Matcher entry = ENTRY.matcher(token.text());
                if (!entry.matches()) {
                    throw refused(token, "write key: value");
                }
                // the dashes of a sequence may stand below the first letter of its key
                Yaml value = entry.group(2) == null || entry.group(2).isEmpty() ? nested(token, isAt(indent, true) ? indent : indent + 1)
                        : scalar(token, entry.group(2));
                if (values.put(unquoted(entry.group(1).strip()), value) != null) {
                    throw refused(token, "write each key once");
                }
            }
            return new Mapping(first.where(), values);
        }

        /** Returns the value that begins at the next token if it is indented enough, else an empty scalar. */
        private Yaml nested(Token parent, int least) {
            if (next == tokens.size() || tokens.get(next).indent() < least) {
                return new Scalar(parent.where(), "");
            }
            if (++depth > MOST_DEPTH) {
                throw tooDeep(parent);
            }
            Yaml value = value(tokens.get(next).indent());
            depth--;
            return value;
        }

        private static Yaml scalar(Token token, String text) {
            if (text.startsWith("[") && text.endsWith("]")) {
                String inside = text.substring(1, text.length() - 1).strip();
                return new Sequence(token.where(), inside.isEmpty() ? List.of() : List.of(inside.split("\\s*,\\s*")).stream()
                        .map(each -> (Yaml) new Scalar(token.where(), unquoted(each))).toList());
            }
            if (text.matches("[&*!|>\\[{@`%].*")) {
                throw refused(token, "write the value itself, without anchors, tags, braces or several lines");
            }
            return new Scalar(token.where(), unquoted(text));
        }

        private static String unquoted(String text) {
            boolean quoted = text.length() > 1 && (text.startsWith("\"") && text.endsWith("\"")
                    || text.startsWith("'") && text.endsWith("'"));
            return quoted ? text.substring(1, text.length() - 1) : text;
        }
    }
}
