package hplhetero.run.terminal;

/** The two words of a switch that is on by default. */
public enum YesOrNo {
    YES, NO
}
