package hplhetero.run.launch;

import hplhetero.run.terminal.StandardError;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Copies to hosts what they lack: this build of the program, and a Java for it. Each is copied once, to the user's cache folder on the
 * host.
 *
 * <p>A copy fits the host's architecture. It is this program, where that is built from sources or packed for the same architecture. Else it
 * is the package for the host's architecture, which must be of this very build. A host without a Java gets that of the package for its
 * architecture.
 *
 * @param application this program
 * @param packages    the packages for other hosts
 * @param shell       the remote shell that reaches the hosts
 * @param mpjHome     the folder of MPJ Express on the hosts
 */
record Delivery(Application application, Packages packages, RemoteShell shell, String mpjHome) {
    /** Advice for a host without a Java for the application. */
    static final String JAVA_REMEDY =
            "install a JDK 25 or newer there, for example Temurin from https://adoptium.net, or set HPL_JAVA_HOME to one";
    private static final double MB = 1e6;

    /**
     * The reason why a host cannot be used.
     *
     * @param what   what the host lacks
     * @param remedy what to do about it
     */
    record Problem(String what, String remedy) {
    }

    /** Asks each host whether it has this program, a Java and a launcher, all hosts at once, and returns the answers by host. */
    Map<String, HostSurvey> ask(List<String> hosts) {
        return HostSurvey.of(hosts, shell, application, mpjHome);
    }

    /**
     * Brings the program and a Java to hosts that were reached and lack them.
     *
     * @param surveys surveys of all hosts, by host; replaced for hosts that were given something
     * @return the problems that remain, by host
     */
    Map<String, Problem> bring(Map<String, HostSurvey> surveys) {
        Map<String, Problem> problems = new LinkedHashMap<>();
        List<HostSurvey> without = surveys.values().stream().filter(s -> s.app().isEmpty()).toList();
        if (!without.isEmpty()) {
            StandardError.note("copying this build (%.0f MB) to ~/.cache/hpl-hetero on %s".formatted(application.bytes() / MB,
                    names(without)));
            copy(without, this::program, surveys, problems);
            without.stream().map(HostSurvey::host).filter(host -> surveys.get(host).app().isEmpty())
                    .forEach(host -> problems.putIfAbsent(host, new Problem("the application was copied, but is not found there",
                            "if it came out of a package, make the package and this program with the same ./hpl dist")));
        }
        List<HostSurvey> javaless = surveys.values().stream().filter(s -> !s.app().isEmpty() && s.lacksJava()).toList();
        if (javaless.stream().anyMatch(host -> archive(host).isPresent())) {
            StandardError.note("copying a Java runtime to ~/.cache/hpl-hetero on "
                    + names(javaless.stream().filter(host -> archive(host).isPresent()).toList()));
        }
        copy(javaless, this::runtime, surveys, problems);
        surveys.values().stream().filter(s -> !s.app().isEmpty() && s.java().isEmpty())
                .forEach(s -> problems.putIfAbsent(s.host(), new Problem(s.javaProblem(), JAVA_REMEDY)));
        return problems;
    }

    private void copy(List<HostSurvey> hosts, Function<HostSurvey, Optional<Problem>> way, Map<String, HostSurvey> surveys,
            Map<String, Problem> problems) {
        List<String> done = new ArrayList<>();
        hosts.parallelStream().map(host -> Map.entry(host.host(), way.apply(host))).toList().forEach(one -> {
            one.getValue().ifPresent(problem -> problems.put(one.getKey(), problem));
            if (one.getValue().isEmpty()) {
                done.add(one.getKey());
            }
        });
        surveys.putAll(ask(done));
    }

    private Optional<Problem> program(HostSurvey host) {
        if (!application.packed() || host.architecture().equals(Packages.architecture(System.getProperty("os.arch")))) {
            return failed(application.send(shell, host.host()));
        }
        return packages.find(host.architecture(), Optional.of(Application.version()))
                .map(archive -> failed(application.sendPackage(shell, host.host(), archive)))
                .orElseGet(() -> Optional.of(new Problem("this host is " + host.architecture() + ", this program is packed for "
                        + "another architecture, and there is no hpl-hetero-" + Application.version() + "-linux-" + host.architecture()
                        + Packages.SUFFIX + " in " + packages.folder(),
                        "put this package there, or name its folder with --packages; docs/install.md says how to make it")));
    }

    /**
     * Copies a Java to a host, together with a copy of the program for that host alone. The program's own folder may be shared by all
     * hosts, so the Java cannot go there.
     */
    private Optional<Problem> runtime(HostSurvey host) {
        Optional<Path> archive = archive(host);
        if (archive.isEmpty()) {
            return Optional.of(new Problem(host.javaProblem(), JAVA_REMEDY + "; or make a package to be copied there: ./hpl dist --arch "
                    + host.architecture() + " (none is in " + packages.folder() + ")"));
        }
        Optional<Problem> problem = failed(application.send(shell, host.host()));
        return problem.isPresent() ? problem : failed(application.sendRuntime(shell, host.host(), archive.get()));
    }

    private Optional<Path> archive(HostSurvey host) {
        return packages.find(host.architecture(), Optional.empty());
    }

    private static Optional<Problem> failed(String said) {
        return said.isEmpty() ? Optional.empty() : Optional.of(new Problem("the application cannot be copied there (" + said + ")",
                "make room in ~/.cache there, or copy this folder to the same path there"));
    }

    private static String names(List<HostSurvey> hosts) {
        return hosts.stream().map(HostSurvey::host).collect(Collectors.joining(", "));
    }
}
