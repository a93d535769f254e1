package hplhetero.run.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;

/**
 * Moves bytes between hosts of a test bed: {@code listen} takes and acknowledges, for ever, what {@code send HOST BYTES} sends;
 * send prints the rate of the best of three times in bits a second.
 */
final class Transfer {
    private static final int PORT = 7700;
    private static final int CHUNK = 1 << 16;
    private static final int TIMES = 3;

    private Transfer() {
    }

    static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("listen")) {
            listen();
        } else {
            double[] rates = new double[TIMES];
            for (int i = 0; i < TIMES; i++) {
                rates[i] = send(arguments[1], Integer.parseInt(arguments[2]));
            }
            System.out.printf("%.0f%n", Arrays.stream(rates).max().orElseThrow());
        }
    }

    /** The command that runs this class on a host. */
    static String command() {
        return ProcessHandle.current().info().command().orElseThrow() + " -Xshare:auto -XX:TieredStopAtLevel=1 -cp "
                + Transfer.class.getProtectionDomain().getCodeSource().getLocation().getPath() + " " + Transfer.class.getName();
    }

    private static void listen() throws IOException {
        try (ServerSocket server = new ServerSocket(PORT)) {
            System.out.println("listening");
            while (true) {
                try (Socket socket = server.accept()) {
                    InputStream in = socket.getInputStream();
                    byte[] chunk = new byte[CHUNK];
                    while (in.read(chunk) >= 0) {
                        Thread.onSpinWait();
                    }
                    socket.getOutputStream().write(1);
                }
            }
        }
    }

    private static double send(String host, int bytes) throws IOException {
        byte[] data = new byte[bytes];
        try (Socket socket = new Socket(host, PORT)) {
            long start = System.nanoTime();
            socket.getOutputStream().write(data);
            socket.shutdownOutput();
            if (socket.getInputStream().read() != 1) {
                throw new IOException(host + " did not acknowledge " + bytes + " bytes");
            }
            return bytes * 8e9 / (System.nanoTime() - start);
        }
    }
}
