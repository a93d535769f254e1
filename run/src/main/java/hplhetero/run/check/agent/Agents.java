package hplhetero.run.check.agent;

import hplhetero.run.facts.HostFacts;
import hplhetero.run.job.PairRounds;
import hplhetero.run.job.PairRounds.Pair;
import hplhetero.run.job.PairTest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The agents on all hosts. A host that cannot be reached, or stops answering, becomes {@link #lost} and is left out of what follows.
 * Closing ends all agents. Owner: the thread that checks.
 */
public final class Agents implements AutoCloseable {
    /** How long a host may take to start its agent, and to tell of itself, where the user does not say. */
    public static final Duration USUAL_PATIENCE = Duration.ofSeconds(60);
    private static final Duration CLOCK_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration MEASURING_TIMEOUT = Duration.ofSeconds(30);
    private static final int CLOCK_READINGS = 5;
    private static final int ATTEMPT_MILLIS = 2_500;
    /** The most addresses tried of one host. Some hosts have many for containers. */
    private static final int MOST_ADDRESSES_OF_A_HOST = 8;

    /** The agents that answer, by host. */
    private final SequencedMap<String, Member> members = new LinkedHashMap<>();
    /** The hosts that take no part, with the reason. */
    private final SequencedMap<String, LostHost> lost = new LinkedHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /**
     * What an agent told of its host.
     *
     * @param facts             the host's facts
     * @param clockAheadSeconds seconds by which the host's clock is ahead of the clock here
     */
    public record Look(HostFacts facts, double clockAheadSeconds) {
    }

    private record Member(String host, AgentLink link, AgentResponse.Hello hello) {
    }

    /** A question put to one agent. */
    @FunctionalInterface
    private interface Question<K, V> {
        V ask(K of) throws IOException, InterruptedException;
    }

    private final Duration patience;

    private Agents(Duration patience) {
        this.patience = patience;
    }

    /**
     * Starts an agent on each host.
     *
     * @param hosts     the hosts, as the user wrote them
     * @param shell     starts this program on the hosts
     * @param arguments arguments of hpl besides {@code agent}
     */
    public static Agents start(List<String> hosts, HostShell shell, List<String> arguments) {
        return start(hosts, shell, arguments, USUAL_PATIENCE);
    }

    /**
     * Starts an agent on each host.
     *
     * @param hosts     the hosts, as the user wrote them
     * @param shell     starts this program on the hosts
     * @param arguments arguments of hpl besides {@code agent}
     * @param patience  how long a host may take to start its agent, and to tell of itself
     */
    public static Agents start(List<String> hosts, HostShell shell, List<String> arguments, Duration patience) {
        List<String> command = new ArrayList<>(List.of("agent"));
        command.addAll(arguments);
        Agents agents = new Agents(patience);
        agents.members.putAll(agents.inParallel(hosts, host -> agents.started(host, shell.start(host, command))));
        return agents;
    }

    private Member started(String host, Process process) throws IOException, InterruptedException {
        AgentLink link = new AgentLink(process);
        try {
            return new Member(host, link, link.hello(patience));
        } catch (AgentException | InterruptedException e) {
            link.close();
            throw e;
        }
    }

    /** Returns, by host, why those hosts take no part that could not be reached or have stopped answering. */
    public Map<String, LostHost> lost() {
        return Map.copyOf(lost);
    }

    /**
     * Has all agents inspect their hosts at once, and returns what they tell, by host. Hosts that do not answer are missing.
     *
     * @param rates whether kernels are measured
     */
    public SequencedMap<String, Look> look(boolean rates) {
        return ofAll(member -> {
            HostFacts facts = member.link().ask(new AgentRequest.Look(rates), AgentResponse.Facts.class, patience).facts();
            return new Look(facts, clockAhead(member.link()));
        });
    }

    /**
     * Returns the seconds by which an agent's clock is ahead, by the reading that took least time. The answer is taken to be given in the
     * middle of the reading, which is off by at most half of it.
     */
    private static double clockAhead(AgentLink link) throws InterruptedException {
        double ahead = 0;
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < CLOCK_READINGS; i++) {
            long before = System.currentTimeMillis();
            long start = System.nanoTime();
            long there = link.ask(new AgentRequest.Clock(), AgentResponse.Time.class, CLOCK_TIMEOUT).millis();
            long took = System.nanoTime() - start;
            if (took < shortest) {
                shortest = took;
                ahead = (there - before) * 1e-3 - took * 0.5e-9;
            }
        }
        return ahead;
    }

    /**
     * Has each host try to reach the others, or some of them where there are many; all at once.
     *
     * @param facts what each host told of itself, by host
     * @return what was found, one entry for each host that tried and each host it was to reach
     */
    public List<Reachability> reach(Map<String, HostFacts> facts) {
        List<String> hosts = List.copyOf(members.keySet());
        PairRounds pairs = PairRounds.of(hosts.size(), PairTest.MOST_ROUNDS);
        return ofAll(member -> {
            List<String> others = pairs.partners(hosts.indexOf(member.host())).stream().map(hosts::get).toList();
            List<Peer> peers = others.stream().map(other -> peer(other, facts.get(member.host()), facts.get(other))).toList();
            List<List<ConnectAttempt>> tried = member.link().ask(new AgentRequest.Try(peers, ATTEMPT_MILLIS), AgentResponse.Tried.class,
                    MEASURING_TIMEOUT).attempts();
            List<Reachability> reaches = new ArrayList<>();
            for (int i = 0; i < others.size(); i++) {
                reaches.add(new Reachability(member.host(), others.get(i), tried.get(i)));
            }
            return reaches;
        }).values().stream().flatMap(List::stream).toList();
    }

    /**
     * Returns the peer that a host is to reach. Addresses that both hosts have, such as that of a bridge for containers, are left out,
     * because they would lead back to the host that tries.
     */
    private Peer peer(String other, HostFacts from, HostFacts to) {
        boolean oneKernel = from.bootId().equals(to.bootId());
        List<String> own = oneKernel ? List.of() : addresses(from);
        AgentResponse.Hello hello = members.get(other).hello();
        return new Peer(other, hello.identity(), addresses(to).stream().filter(address -> !own.contains(address))
                .limit(MOST_ADDRESSES_OF_A_HOST).toList(), hello.port());
    }

    private static List<String> addresses(HostFacts facts) {
        return facts.network().interfaces().stream().flatMap(i -> i.addresses().stream()).map(HostFacts.Address::text).toList();
    }

    /**
     * Measures messages between pairs of hosts that reach each other, in rounds: the pairs of a round, which share no host, are measured at
     * once.
     *
     * @param reaches what hosts found when they tried to reach each other
     */
    public List<PairTiming> measure(List<Reachability> reaches) {
        List<String> hosts = List.copyOf(members.keySet());
        List<PairTiming> timings = new ArrayList<>();
        for (List<Pair> round : PairRounds.of(hosts.size(), PairTest.MOST_ROUNDS).rounds()) {
            List<Reachability> ways = round.stream().flatMap(pair -> way(reaches, hosts.get(pair.a()), hosts.get(pair.b())).stream())
                    .toList();
            timings.addAll(inParallel(ways, this::measured).values());
        }
        return timings;
    }

    /**
     * Measures messages between some pairs of hosts once more, one pair after the other, so that no pair disturbs another.
     *
     * @param reaches what hosts found when they tried to reach each other
     * @param pairs   the pairs to measure
     */
    public List<PairTiming> measureAgain(List<Reachability> reaches, List<PairTiming> pairs) {
        List<PairTiming> timings = new ArrayList<>();
        for (PairTiming pair : pairs) {
            timings.addAll(inParallel(way(reaches, pair.from(), pair.to()).stream().toList(), this::measured).values());
        }
        return timings;
    }

    /** Returns the direction of a pair that works; empty where neither does. */
    private Optional<Reachability> way(List<Reachability> reaches, String a, String b) {
        return reaches.stream().filter(r -> r.best().isPresent() && members.containsKey(a) && members.containsKey(b))
                .filter(r -> r.from().equals(a) && r.to().equals(b) || r.from().equals(b) && r.to().equals(a)).findFirst();
    }

    private PairTiming measured(Reachability way) throws InterruptedException {
        ConnectAttempt by = way.best().orElseThrow();
        AgentResponse.Hello hello = members.get(way.to()).hello();
        Peer peer = new Peer(way.to(), hello.identity(), List.of(by.address()), hello.port());
        String text = by.address() + " through " + by.interfaceName();
        AgentResponse answer = members.get(way.from()).link().ask(new AgentRequest.Measure(peer, by.address()), AgentResponse.class,
                MEASURING_TIMEOUT);
        return switch (answer) {
            case AgentResponse.Measured took -> new PairTiming(way.from(), way.to(), text, took.smallSeconds(), took.bytesPerSecond(), "");
            case AgentResponse.Failed failed -> new PairTiming(way.from(), way.to(), text, 0, 0, failed.reason());
            default -> throw new AgentException("sent an unexpected answer: " + answer);
        };
    }

    private <V> SequencedMap<String, V> ofAll(Question<Member, V> question) {
        return inParallel(List.copyOf(members.keySet()), host -> question.ask(members.get(host)));
    }

    /** Puts the questions all at once, and returns the answers in the order of {@code keys}. Hosts that fail become lost. */
    private <K, V> SequencedMap<K, V> inParallel(List<K> keys, Question<K, V> question) {
        SequencedMap<K, Future<V>> pending = new LinkedHashMap<>();
        keys.forEach(key -> pending.put(key, threads.submit(() -> question.ask(key))));
        SequencedMap<K, V> answers = new LinkedHashMap<>();
        pending.forEach((key, answer) -> {
            try {
                answers.put(key, answer.get());
            } catch (ExecutionException e) {
                lose(key instanceof Reachability way ? way.from() : key.toString(), e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AgentException("interrupted while hosts were looked at", e);
            }
        });
        return answers;
    }

    private void lose(String host, Throwable why) {
        if (!(why instanceof AgentException || why instanceof IOException)) {
            throw new IllegalStateException(why);
        }
        lost.putIfAbsent(host, new LostHost(String.valueOf(why.getMessage()), why instanceof UnusableHostException lacking ? lacking
                .remedy() : ""));
        Member gone = members.remove(host);
        if (gone != null) {
            gone.link().close();
        }
    }

    @Override
    public void close() {
        members.values().forEach(member -> threads.execute(member.link()::close));
        threads.close();
    }
}
