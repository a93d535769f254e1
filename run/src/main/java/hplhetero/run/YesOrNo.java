package hplhetero.run;

/** The two words of a switch that is on by default. */
enum YesOrNo {
    YES, NO
}
