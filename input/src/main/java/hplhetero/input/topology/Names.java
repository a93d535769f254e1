package hplhetero.input.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes lists of names such that {@link Sets#names} reads the same names. */
final class Names {
    private static final Pattern NUMBERED = Pattern.compile("(.*?)(0|[1-9][0-9]{0,8})");

    private Names() {
    }

    /** Returns a list in its short form: {@code n0, n1, n2, x} becomes {@code n[0-2],x}. */
    static String write(List<String> names) {
        names.forEach(Sets::requireName);
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < names.size(); ) {
            int end = i + 1;
            Matcher first = NUMBERED.matcher(names.get(i));
            if (first.matches() && !first.group(1).isEmpty()) {
                int number = Integer.parseInt(first.group(2));
                while (end < names.size() && names.get(end).equals(first.group(1) + (number + end - i))) {
                    end++;
                }
                parts.add(end - i < 3 ? names.get(i) : first.group(1) + "[" + number + "-" + (number + end - i - 1) + "]");
                end = end - i < 3 ? i + 1 : end;
            } else {
                parts.add(names.get(i));
            }
            i = end;
        }
        return String.join(",", parts);
    }
}
