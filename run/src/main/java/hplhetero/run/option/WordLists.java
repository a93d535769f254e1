package hplhetero.run.option;

import hplhetero.input.HplDatOverrides;
import hplhetero.input.text.Words;
import hplhetero.network.schedule.Collective;
import hplhetero.run.help.Candidates;
import hplhetero.run.launch.Launch;
import hplhetero.run.start.Transports;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The words of options, which shells complete. */
public final class WordLists {
    private WordLists() {
    }

    private static List<String> withAuto(Words<?> words) {
        return Stream.concat(Stream.of(HplDatOverrides.AUTO), words.all().stream()).toList();
    }

    /** The words of {@code --blas}. */
    public static final class Kernels extends Candidates {
        /** Makes the list that completion offers. */
        Kernels() {
            super(() -> KernelsOption.words());
        }
    }

    /** The words of {@code --map}, where a map is planned. */
    public static final class Maps extends Candidates {
        /** Makes the list that completion offers. */
        Maps() {
            super(() -> MapWords.all());
        }
    }

    /** The words of {@code --pfact} and {@code --rfact}. */
    public static final class Factorizations extends Candidates {
        /** Makes the list that completion offers. */
        Factorizations() {
            super(() -> Words.FACTORIZATIONS.all());
        }
    }

    /** The words of {@code --bcast} for commands in which the program may choose the broadcast, {@code auto} included. */
    public static final class Broadcasts extends Candidates {
        /** Makes the list that completion offers. */
        Broadcasts() {
            super(() -> withAuto(Words.BROADCASTS));
        }
    }

    /** The words of {@code --bcast} for commands in which a broadcast must be named, without {@code auto}. */
    public static final class FixedBroadcasts extends Candidates {
        /** Makes the list that completion offers. */
        FixedBroadcasts() {
            super(() -> Words.BROADCASTS.all());
        }
    }

    /** The words of {@code --swap} for commands in which the program may choose the row swap, {@code auto} included. */
    public static final class Swaps extends Candidates {
        /** Makes the list that completion offers. */
        Swaps() {
            super(() -> withAuto(Words.SWAPS));
        }
    }

    /** The words of {@code --swap} for commands in which a row swap must be named, without {@code auto}. */
    public static final class FixedSwaps extends Candidates {
        /** Makes the list that completion offers. */
        FixedSwaps() {
            super(() -> Words.SWAPS.all());
        }
    }

    /** The words of {@code --pmap}. */
    public static final class Mappings extends Candidates {
        /** Makes the list that completion offers. */
        Mappings() {
            super(() -> Words.MAPPINGS.all());
        }
    }

    /** The words of a switch. */
    public static final class YesNo extends Candidates {
        /** Makes the list that completion offers. */
        YesNo() {
            super(() -> Words.YES_NO.all());
        }
    }

    /** The words of {@code --transport}. */
    public static final class TransportNames extends Candidates {
        /** Makes the list that completion offers. */
        TransportNames() {
            super(() -> Transports.words());
        }
    }

    /** The words of {@code --launcher}. */
    public static final class Launchers extends Candidates {
        /** Makes the list that completion offers. */
        Launchers() {
            super(() -> Launch.words());
        }
    }

    /** The words of {@code --collective}. */
    public static final class Collectives extends Candidates {
        /** Makes the list that completion offers. */
        Collectives() {
            super(() -> Arrays.stream(Collective.values()).map(Collective::label).toList());
        }
    }
}
