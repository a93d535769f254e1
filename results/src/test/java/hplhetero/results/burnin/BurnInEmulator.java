package hplhetero.results.burnin;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Emulates what a burn-in of healthy and bad hosts measures. All numbers follow from a seed.
 *
 * <p>Healthy hosts: hosts of a set differ with a standard deviation of 0.5 to 1.5 %, of which most comes from their clocks; runs of a host
 * with 0.5 to 2 %; one run in 30 has a tail of some 2 % more, one in 500 is 5 to 15 % slower. The room changes the rates of all hosts by up
 * to 3 %, of each host somewhat more or less. A few hosts have a lively daemon, some corrected errors of memory, pages that lay idle
 * written to swap, or some errors of a link, and are healthy all the same.
 */
final class BurnInEmulator {
    /** The ways in which a host is bad. */
    enum Fault { HEAT, POWER, MEMORY, SWAP, OTHERS, LINK, VALUES, DEATH }

    private static final int CORES = 32;
    private static final int N = 60_000;
    private static final int ROUNDS = 3;
    private static final double MINUTES = 30;
    private static final Instant START = Instant.parse("2026-11-29T12:00:00Z");

    private final Random random;
    private final double leastLost;
    private final int runs;
    private final double hostSigma;
    private final double runSigma;
    private final double room;
    private final double phase;
    private final double base;
    private final Map<String, Fault> faults = new LinkedHashMap<>();

    /** What is wrong with a host: what share of its rate it loses in bad runs, which runs are bad, and the numbers of its fault. */
    private record Ill(Fault fault, double lost, double share, double from, double size) {
        static final Ill NOT = new Ill(null, 0, 0, 0, 0);

        boolean is(Fault other) {
            return fault == other;
        }
    }

    /** Emulates faults that cost at least a tenth of the rate, where they cost rate at all. */
    BurnInEmulator(long seed) {
        this(seed, 0.1);
    }

    /** Emulates faults that cost at least a share of the rate, where they cost rate at all. */
    BurnInEmulator(long seed, double leastLost) {
        this(seed, leastLost, 0, 0);
    }

    /**
     * Emulates hosts whose runs differ much, as short runs on shared cores do.
     *
     * @param leastLost least share of its rate that a fault costs, where it costs rate at all
     * @param runs      number of runs of each host; 0: 8 to 30, drawn at random
     * @param deviation standard deviation of runs as a share of their rate; 0: 0.5 to 2 %, drawn at random
     */
    BurnInEmulator(long seed, double leastLost, int runs, double deviation) {
        this.leastLost = leastLost;
        random = new Random(seed * 7919 + 17);
        random.nextLong();
        int drawnRuns = 8 + random.nextInt(23);
        this.runs = runs > 0 ? runs : drawnRuns;
        hostSigma = between(0.005, 0.015);
        double drawnSigma = between(0.005, 0.02);
        runSigma = deviation > 0 ? deviation : drawnSigma;
        room = between(0, 0.03);
        phase = between(0, 6);
        base = between(400, 4000);
    }

    /** Returns the faults of the bad hosts of the last set, by host. */
    Map<String, Fault> faults() {
        return Collections.unmodifiableMap(faults);
    }

    /** Returns a burn-in of hosts of which some are bad. Their faults are drawn at random. */
    BurnIn burnIn(int hosts, int bad) {
        List<Fault> drawn = new ArrayList<>();
        for (int i = 0; i < bad; i++) {
            drawn.add(fault());
        }
        return burnIn(hosts, drawn);
    }

    /** Draws one of five kinds of fault, slow clock, memory, other processes, link, wrong values, or now and then a death. */
    private Fault fault() {
        return switch (random.nextInt(11)) {
            case 0 -> Fault.HEAT;
            case 1 -> Fault.POWER;
            case 2 -> Fault.MEMORY;
            case 3 -> Fault.SWAP;
            case 4, 5 -> Fault.OTHERS;
            case 6, 7 -> Fault.LINK;
            case 8, 9 -> Fault.VALUES;
            default -> Fault.DEATH;
        };
    }

    /** Returns a burn-in of hosts of which some, at random places, have these faults. */
    BurnIn burnIn(int hosts, List<Fault> bad) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            places.add(i);
        }
        Collections.shuffle(places, random);
        faults.clear();
        for (int i = 0; i < bad.size(); i++) {
            faults.put(name(places.get(i)), bad.get(i));
        }
        List<HostRuns> all = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            all.add(host(name(i)));
        }
        return new BurnIn(START, MINUTES * 60, all, hosts < 2 ? List.of() : groups(hosts));
    }

    private static String name(int host) {
        return String.format("node%02d", host + 1);
    }

    private double between(double least, double most) {
        return least + random.nextDouble() * (most - least);
    }

    private boolean chance(double share) {
        return random.nextDouble() < share;
    }

    private Ill ill(Fault fault) {
        return switch (fault) {
            case null -> Ill.NOT;
            case HEAT -> new Ill(fault, between(leastLost, 0.35), 1, chance(0.5) ? between(0.1, 0.4) : 0, between(91, 101));
            case POWER -> new Ill(fault, between(leastLost, 0.35), 1, 0, between(0.7, 1.1));
            case MEMORY -> new Ill(fault, between(0, 0.1), 1, 0, between(12, 2000));
            case SWAP -> new Ill(fault, between(leastLost, 0.6), chance(0.5) ? 1 : between(0.4, 0.7), 0, between(0.03, 0.6));
            case OTHERS -> {
                double cores = between(2, 10);
                yield new Ill(fault, Math.max(leastLost, cores / CORES * between(1.2, 2)), chance(0.5) ? 1 : between(0.4, 0.7), 0, cores);
            }
            case LINK -> new Ill(fault, 0, 1, 0, between(0.2, 0.65));
            case VALUES -> new Ill(fault, 0, between(0.1, 0.6), 0, between(1, 5));
            case DEATH -> new Ill(fault, 0, 0, 0, random.nextInt(runs));
        };
    }

    private HostRuns host(String name) {
        Ill ill = ill(faults.get(name));
        double own = hostSigma * random.nextGaussian();
        double sensitive = between(0.6, 1.4);
        double ownSigma = runSigma * between(0.7, 1.3);
        double celsius = 70 + 4 * random.nextGaussian();
        double daemon = chance(0.02) ? between(0.3, 0.6) : 0.02;
        int ecc = chance(0.01) ? 1 + random.nextInt(3) : 0;
        double idle = chance(0.02) ? between(0.001, 0.005) : 0;
        int counted = ill.is(Fault.LINK) && chance(0.5) ? 400 : chance(0.02) ? random.nextInt(40) : 0;
        List<HostRun> all = new ArrayList<>();
        double seconds = MINUTES * 60 / runs;
        int ends = ill.is(Fault.DEATH) ? (int) ill.size() : runs;
        for (int i = 0; i < ends; i++) {
            double at = i / (double) runs;
            double warm = room * Math.sin(phase + 3 * at) * sensitive;
            boolean bad = ill.is(Fault.VALUES) && i == 0 || at >= ill.from() && chance(ill.share());
            double lost = bad ? ill.lost() : 0;
            double rate = base * (1 + own + warm + ownSigma * random.nextGaussian() - lost);
            rate *= chance(0.033) ? 1 + 0.02 * Math.log(1 - random.nextDouble()) : 1;
            rate *= chance(0.002) ? 1 - between(0.05, 0.15) : 1;
            all.add(new HostRun(START.plusMillis((long) (1000 * seconds * (i + between(0, 0.3)))), N, seconds, rate,
                    !(ill.is(Fault.VALUES) && bad && chance(0.5)), ill.is(Fault.VALUES) && bad ? (int) ill.size() : 0,
                    health(ill, bad, 1 + 0.8 * own + 0.8 * warm, new double[] {celsius, seconds, daemon, ecc / (double) runs, idle, counted
                            / (double) runs, lost})));
        }
        return new HostRuns(name, "32 cores", all, ill.is(Fault.DEATH) ? "no longer answers" : "");
    }

    private HostHealth health(Ill ill, boolean bad, double speed, double[] of) {
        double lost = of[6];
        boolean hot = bad && ill.is(Fault.HEAT);
        boolean capped = bad && ill.is(Fault.POWER);
        double clock = 2600 * speed * (1 + 0.003 * random.nextGaussian()) * (hot ? 1 - lost * between(0.8, 1.1)
                : capped ? 1 - lost * ill.size() : bad && ill.is(Fault.SWAP) && chance(0.3) ? 0.8 : 1);
        double watts = 300 * speed * (1 - (hot || capped ? 1.3 * lost : 0)) + 4 * random.nextGaussian();
        double celsius = hot ? ill.size() : of[0] + 1.5 * random.nextGaussian() - (capped ? 40 * lost : 0);
        double others = Math.max(0, of[2] * (1 + 0.3 * random.nextGaussian())) + (bad && ill.is(Fault.OTHERS) ? ill.size() : 0);
        double swapped = 8.0 * N * N * (of[4] + (bad && ill.is(Fault.SWAP) ? ill.size() * between(0.7, 1) : 0));
        long ecc = count(of[3]) + (bad && ill.is(Fault.MEMORY) ? 1 + count(ill.size() / runs) : 0);
        return new HostHealth(celsius, clock, clock * 0.97, watts, hot ? of[1] * between(0.3, 1) : 0, others, (long) swapped, ecc,
                count(of[5]));
    }

    private long count(double expected) {
        return (long) (expected + random.nextDouble());
    }

    /** Returns three rounds in each of which a host sends to another one; the number of hosts is even. */
    private List<GroupRun> groups(int hosts) {
        Map<String, Double> links = new LinkedHashMap<>();
        faults.forEach((host, fault) -> {
            if (fault == Fault.LINK) {
                links.put(host, ill(fault).size());
            }
        });
        List<GroupRun> all = new ArrayList<>();
        for (int round = 0; round < Math.min(ROUNDS, hosts - 1); round++) {
            for (int i = 0; i < hosts / 2; i++) {
                all.add(pair(name(seat(round, i, hosts)), name(seat(round, hosts - 1 - i, hosts)), links));
            }
        }
        return all;
    }

    /** Returns who sits at a place of a round table: in each round all but one move on, so that each has another partner. */
    private static int seat(int round, int place, int hosts) {
        return place == 0 ? 0 : 1 + (place - 1 + round) % (hosts - 1);
    }

    private GroupRun pair(String one, String other, Map<String, Double> links) {
        if (faults.get(one) == Fault.DEATH || faults.get(other) == Fault.DEATH) {
            return new GroupRun(List.of(one, other), Double.NaN, Double.NaN, "no answer");
        }
        double slow = Math.min(links.getOrDefault(one, 1.0), links.getOrDefault(other, 1.0));
        return new GroupRun(List.of(one, other), 12e9 * slow * (1 + 0.03 * random.nextGaussian()),
                1.5 * (1 + 0.05 * random.nextGaussian()), "");
    }
}
