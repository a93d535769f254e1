package hplhetero.input.choices;

import hplhetero.comm.select.Choice;
import hplhetero.comm.select.ChoiceKey;
import hplhetero.comm.select.Choices;
import hplhetero.comm.select.SizeClass;
import java.util.Locale;

/** Writes choices as the text of a file that {@link ChoicesFileReader} reads. */
public final class ChoicesFileWriter {
    private ChoicesFileWriter() {
    }

    /**
     * Returns the text of a file of choices: which algorithm does which collective.
     *
     * @param choices the choices
     * @param where   where the choices were learnt, in words for people
     */
    public static String write(Choices choices, String where) {
        StringBuilder text = new StringBuilder("# docs/collectives.md explains this format; seconds, bytes\n");
        text.append("# ").append(where).append("\nplace ").append(choices.place()).append('\n');
        for (Choice choice : choices.choices()) {
            ChoiceKey key = choice.key();
            text.append("choice ").append(key.collective().label()).append(' ').append(key.communicator())
                    .append(" bytes=").append(SizeClass.least(key.sizeClass())).append('-').append(SizeClass.most(key.sizeClass()))
                    .append(" algorithm=").append(choice.algorithm()).append(" state=")
                    .append(choice.state().name().toLowerCase(Locale.ROOT));
            if (!Double.isNaN(choice.predicted())) {
                text.append(" predicted=").append(choice.predicted());
            }
            if (!Double.isNaN(choice.seen())) {
                text.append(" seen=").append(choice.seen());
            }
            text.append('\n');
            choice.others().forEach(other -> text.append("#   ").append(other.algorithm()).append(' ').append(other.why()).append('\n'));
        }
        return text.toString();
    }
}
