package hplhetero.run.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What a host says of itself before ranks are started there.
 *
 * @param host    the host, as the user wrote it
 * @param reached whether the remote shell reached the host
 * @param problem what the shell said, when it did not
 * @param architecture the processor's architecture, by the name that packages use
 * @param app     the folder with the application; empty when the host has none
 * @param java    the Java that the application would take; empty when there is none
 * @param javaProblem why there is no Java
 * @param has     programs found on the host's PATH, and {@link #MPJ}
 */
record HostSurvey(String host, boolean reached, String problem, String architecture, String app, String java, String javaProblem,
        List<String> has) {
    static final String MPJ = "mpj.jar";
    private static final List<String> PROGRAMS = List.of("orted", "prted", "hydra_pmi_proxy");
    private static final long TIMEOUT_SECONDS = 60;

    /**
     * Returns whether the host lacks a Java and would use one that is copied there. It would not where the user has named a Java for it.
     */
    boolean lacksJava() {
        return java.isEmpty() && !javaProblem.startsWith(Launch.JAVA_HOME);
    }

    /**
     * Asks all hosts at once what they have, and returns their answers by host.
     *
     * @param hosts       the hosts, as the user wrote them
     * @param shell       the remote shell that reaches the hosts
     * @param application this program, which is looked for on the hosts
     * @param mpjHome     the folder of MPJ Express on the hosts
     */
    static Map<String, HostSurvey> of(List<String> hosts, RemoteShell shell, Application application, String mpjHome) {
        String script = script(application, mpjHome);
        Map<String, Future<HostSurvey>> pending = new LinkedHashMap<>();
        Map<String, HostSurvey> answers = new LinkedHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            hosts.forEach(host -> pending.put(host,
                    threads.submit(() -> read(host, shell.run(host, script, RemoteShell.Input.NOTHING, TIMEOUT_SECONDS)))));
            for (Map.Entry<String, Future<HostSurvey>> one : pending.entrySet()) {
                answers.put(one.getKey(), one.getValue().get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while hosts were asked", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        return answers;
    }

    private static String script(Application application, String mpjHome) {
        return application.find() + "; echo arch=$(uname -m); echo app=$app; if [ -n \"$app\" ]; then if j=$(" + Launch.javaHome()
                + "\"$app/hpl\" --java-home 2>&1); then echo java=$j; "
                + "else echo nojava=$j; fi; fi; for p in " + String.join(" ", PROGRAMS)
                + "; do if command -v $p >/dev/null 2>&1; then echo has=$p; fi; done; if [ -f " + Shell.quote(mpjHome + "/lib/" + MPJ)
                + " ]; then echo has=" + MPJ + "; fi; echo end";
    }

    private static HostSurvey read(String host, RemoteShell.Ended ended) {
        String architecture = "";
        String app = "";
        String java = "";
        String javaProblem = "";
        List<String> has = new ArrayList<>();
        for (String line : ended.out().lines().toList()) {
            String value = line.substring(line.indexOf('=') + 1).strip();
            if (line.startsWith("arch=")) {
                architecture = Packages.architecture(value);
            } else if (line.startsWith("app=")) {
                app = value;
            } else if (line.startsWith("java=")) {
                java = value;
            } else if (line.startsWith("nojava=")) {
                javaProblem = value.replaceFirst("^hpl: ", "").replaceFirst(": install one,.*", "");
            } else if (line.startsWith("has=")) {
                has.add(value);
            }
        }
        boolean reached = ended.out().lines().anyMatch("end"::equals);
        String why = ended.err().strip().lines().reduce((first, last) -> last).orElse("exit code " + ended.code());
        return new HostSurvey(host, reached, reached ? "" : why, architecture, app, java, javaProblem, List.copyOf(has));
    }
}
