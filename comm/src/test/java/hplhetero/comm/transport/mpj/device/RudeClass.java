package hplhetero.comm.transport.mpj.device;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.Callable;

/** Does what MPJ does and should not. */
public final class RudeClass implements Callable<String> {

    @Override
    public String call() throws UnknownHostException {
        System.out.println("rude");
        for (int i = 0; i < 2; i++) {
            System.err.println(i == 0 ? "rude" : "rude too");
        }
        try {
            throw new IllegalStateException("rude");
        } catch (IllegalStateException e) {
            e.printStackTrace();
        }
        return InetAddress.getLocalHost().getHostAddress();
    }

    /** Ends the process, if the number is odd. */
    public static String exit(int number) {
        if (number % 2 == 1) {
            System.exit(number);
        }
        return "alive";
    }
}
