package hplhetero.comm.life;

import hplhetero.comm.Activity;
import hplhetero.comm.CommException;
import hplhetero.comm.TransportOptions;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A rank that is a process: {@code FOLDER RANK SIZE polls|deaf|throws|ends}. One that throws or comes to its orderly end does
 * so when the file {@code go} is there; a deaf one never polls. Prints {@code ready}, and how it ended.
 */
final class LifelineChild {
    private LifelineChild() {
    }

    public static void main(String[] args) throws InterruptedException {
        Path folder = Path.of(args[0]);
        Meeting meeting = new FolderMeeting(folder, Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        Activity activity = new Activity();
        activity.phase("resting", -1);
        Lifeline lifeline = Lifeline.join(meeting, activity, TransportOptions.usual(LifelineChild::lastWords), Timing.USUAL);
        System.out.println("ready");
        int exitCode = 1;
        try (lifeline) {
            live(lifeline, args[3], folder.resolve("go"));
            exitCode = 0;
        } catch (CommException end) {
            print("threw", end);
        }
        System.exit(exitCode);
    }

    private static void live(Lifeline lifeline, String manner, Path go) throws InterruptedException {
        boolean goes = manner.equals("throws") || manner.equals("ends");
        while (!goes || !Files.exists(go)) {
            if (!manner.equals("deaf")) {
                lifeline.requireAlive();
            }
            Thread.sleep(2);
        }
        if (manner.equals("throws")) {
            throw lifeline.abort("no memory for A", null);
        }
    }

    private static void lastWords(CommException end) {
        print("last words", end);
        System.exit(1);
    }

    private static void print(String how, CommException end) {
        System.out.println(how + (end.isToldByRank0() ? ", told by rank 0: " : ": ") + end.getMessage());
    }
}
