package hplhetero.results.format;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A suite of tests as JUnit XML, which test systems such as Jenkins and GitLab show.
 *
 * @param suite   name of the suite
 * @param start   when the suite began
 * @param seconds how long the suite took, in seconds
 * @param cases   the tests of the suite
 */
public record JUnitXml(String suite, Instant start, double seconds, List<Case> cases) {

    public JUnitXml {
        cases = List.copyOf(cases);
    }

    /**
     * A test.
     *
     * @param group   name of the group of tests; empty: the suite itself
     * @param name    name of the test
     * @param seconds how long the test took, in seconds
     * @param skipped why the test was skipped; empty where it was not
     * @param failure why the test failed; empty where it did not
     */
    public record Case(String group, String name, double seconds, Optional<String> skipped, Optional<Failure> failure) {

        /** Makes a test that took no time and was not skipped. */
        public Case(String group, String name, Optional<Failure> failure) {
            this(group, name, 0, Optional.empty(), failure);
        }
    }

    /**
     * The failure of a test.
     *
     * @param type    the kind of failure in one word
     * @param message what is wrong
     * @param remedy  what to do about it, a line for each advice
     */
    public record Failure(String type, String message, List<String> remedy) {
    }

    /** Returns the text of the file. */
    public String text() {
        long failures = cases.stream().filter(one -> one.failure.isPresent()).count();
        long skipped = cases.stream().filter(one -> one.failure.isEmpty() && one.skipped.isPresent()).count();
        String time = DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(start.truncatedTo(ChronoUnit.SECONDS).atOffset(ZoneOffset.UTC));
        StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        text.append(String.format(Locale.ROOT, "<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\" "
                + "time=\"%.3f\" timestamp=\"%s\">\n", escaped(suite), cases.size(), failures, skipped, seconds, time));
        cases.forEach(one -> append(one, text));
        return text.append("</testsuite>\n").toString();
    }

    private void append(Case one, StringBuilder text) {
        text.append(String.format(Locale.ROOT, "  <testcase classname=\"%s\" name=\"%s\" time=\"%.3f\"",
                escaped(one.group.isEmpty() ? suite : suite + "." + one.group.replace('.', '_')), escaped(one.name), one.seconds));
        if (one.failure.isPresent()) {
            Failure failure = one.failure.get();
            text.append(">\n    <failure type=\"").append(escaped(failure.type)).append("\" message=\"").append(escaped(failure.message))
                    .append("\">");
            failure.remedy.forEach(line -> text.append(escaped(line)).append('\n'));
            text.append("</failure>\n  </testcase>\n");
        } else if (one.skipped.isPresent()) {
            text.append(">\n    <skipped message=\"").append(escaped(one.skipped.get())).append("\"/>\n  </testcase>\n");
        } else {
            text.append("/>\n");
        }
    }

    /** Returns text that may stand in an attribute or element: one printable line with XML's special characters escaped. */
    private static String escaped(String text) {
        return FreeText.line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
