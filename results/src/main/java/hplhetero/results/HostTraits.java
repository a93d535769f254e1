package hplhetero.results;

import java.io.Serializable;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The traits of one host that could be read.
 *
 * @param values the value of each trait, in the order of {@link HostTrait}; a trait that could not be read is missing
 */
public record HostTraits(Map<HostTrait, String> values) implements Serializable {
    /** The traits of a host of which none could be read. */
    public static final HostTraits NONE = new HostTraits(Map.of());

    /** Leaves out traits whose value is blank, because these could not be read. */
    public HostTraits {
        Map<HostTrait, String> known = new EnumMap<>(HostTrait.class);
        values.forEach((trait, value) -> {
            if (!value.isBlank()) {
                known.put(trait, value);
            }
        });
        values = Collections.unmodifiableMap(known);
    }

    /** Returns the value of a trait; empty where it could not be read. */
    public Optional<String> of(HostTrait trait) {
        return Optional.ofNullable(values.get(trait));
    }
}
