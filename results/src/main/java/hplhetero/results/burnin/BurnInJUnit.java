package hplhetero.results.burnin;

import hplhetero.results.format.FreeText;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A burn-in as JUnit XML, which test systems such as Jenkins and GitLab show: one test case for each host and for each bad link. A bad host
 * fails with its causes, a host without runs is skipped. Where the burn-in was compared with an earlier one, becoming slower fails too.
 */
public final class BurnInJUnit {
    private static final String SUITE = "burn-in";

    private BurnInJUnit() {
    }

    /**
     * Returns the text of the file.
     *
     * @param burnIn   what was measured
     * @param verdicts the judgement of what was measured
     * @param changes  what changed since an earlier burn-in; empty where none was given
     */
    public static String of(BurnIn burnIn, Verdicts verdicts, Optional<BurnInChanges> changes) {
        List<String> cases = new ArrayList<>();
        for (HostVerdict host : verdicts.hosts()) {
            List<Finding> bad = new ArrayList<>(host.bad());
            changes.ifPresent(all -> all.hosts().stream().filter(one -> one.name().equals(host.host().host()))
                    .forEach(one -> one.finding().ifPresent(bad::add)));
            double seconds = host.host().runs().stream().mapToDouble(HostRun::seconds).sum();
            cases.add(testCase(host.host().kind(), host.host().host(), seconds, host.wasTested(), bad));
        }
        verdicts.links().stream().filter(link -> link.finding().bad()).forEach(link -> cases.add(testCase("links",
                String.join("-", link.hosts()), 0, true, List.of(link.finding()))));
        changes.ifPresent(all -> all.kinds().stream().filter(HostChange::isBad).forEach(kind -> cases.add(testCase("kinds", kind.name(), 0,
                true, kind.finding().stream().toList()))));
        long failures = cases.stream().filter(one -> one.contains("<failure ")).count();
        long skipped = cases.stream().filter(one -> one.contains("<skipped")).count();
        String time = DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(burnIn.start().truncatedTo(ChronoUnit.SECONDS).atOffset(ZoneOffset.UTC));
        String suite = String.format(Locale.ROOT, "<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\" "
                + "time=\"%.3f\" timestamp=\"%s\">", SUITE, cases.size(), failures, skipped, burnIn.seconds(), time);
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + suite + "\n" + String.join("", cases) + "</testsuite>\n";
    }

    private static String testCase(String group, String name, double seconds, boolean tested, List<Finding> bad) {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "  <testcase classname=\"%s\" name=\"%s\" time=\"%.3f\"",
                attribute(group.isEmpty() ? SUITE : SUITE + "." + group.replace('.', '_')), attribute(name), seconds));
        if (bad.isEmpty()) {
            return text.append(tested ? "/>\n" : ">\n    <skipped message=\"no run ended\"/>\n  </testcase>\n").toString();
        }
        String message = String.join("; ", bad.stream().map(one -> one.cause().label() + ": " + one.words()).toList());
        text.append(">\n    <failure type=\"").append(attribute(bad.getFirst().cause().label())).append("\" message=\"")
                .append(attribute(message)).append("\">");
        bad.stream().map(Finding::cause).distinct().forEach(cause -> text.append(attribute(cause.label() + " -> " + cause.remedy()))
                .append('\n'));
        return text.append("</failure>\n  </testcase>\n").toString();
    }

    /** Returns text that may stand in an attribute or element: one printable line with XML's special characters escaped. */
    private static String attribute(String text) {
        return FreeText.line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
