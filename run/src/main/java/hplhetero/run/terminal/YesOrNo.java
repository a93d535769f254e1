package hplhetero.run.terminal;

/** The two values of a switch, in the words of the command line. */
public enum YesOrNo {
    YES, NO
}
