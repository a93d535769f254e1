package hplhetero.comm.liveness;

import hplhetero.comm.Activity;
import hplhetero.comm.CommException;
import hplhetero.comm.LivenessTimeouts;
import hplhetero.comm.TransportOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A rank that is a process: {@code FOLDER RANK SIZE polls|deaf|throws|ends [SILENCE]}. One that throws or comes to its orderly end does
 * so when the file {@code go} is there; a deaf one never polls. SILENCE is how long a rank may be silent, in ms, and a heartbeat comes
 * four times in that time; without it both are the usual ones. Prints {@code ready}, and how it ended.
 */
final class FailureDetectorChild {
    private FailureDetectorChild() {
    }

    public static void main(String[] args) throws InterruptedException {
        Path folder = Path.of(args[0]);
        Bootstrap bootstrap = new FolderBootstrap(folder, Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        Activity activity = new Activity();
        activity.phase("resting", -1);
        Optional<Duration> silence = Stream.of(args).skip(4).map(millis -> Duration.ofMillis(Long.parseLong(millis))).findFirst();
        TransportOptions options = new TransportOptions(Map.of(), Map.of(), new LivenessTimeouts(Optional.empty(), silence),
                FailureDetectorChild::onFatalFailure);
        FailureDetector failureDetector = FailureDetector.join(bootstrap, activity, options,
                silence.map(most -> Timings.every(most.dividedBy(4))).orElse(HeartbeatTiming.USUAL));
        System.out.println("ready");
        int exitCode = 1;
        try (failureDetector) {
            live(failureDetector, args[3], folder.resolve("go"));
            exitCode = 0;
        } catch (CommException end) {
            print("threw", end);
        }
        System.exit(exitCode);
    }

    private static void live(FailureDetector failureDetector, String manner, Path go) throws InterruptedException {
        boolean goes = manner.equals("throws") || manner.equals("ends");
        while (!goes || !Files.exists(go)) {
            if (!manner.equals("deaf")) {
                failureDetector.requireAlive();
            }
            Thread.sleep(2);
        }
        if (manner.equals("throws")) {
            throw failureDetector.abort("no memory for A", null);
        }
    }

    private static void onFatalFailure(CommException end) {
        print("last words", end);
        System.exit(1);
    }

    private static void print(String how, CommException end) {
        System.out.println(how + (end.isToldByRank0() ? ", told by rank 0: " : ": ") + end.getMessage());
    }
}
