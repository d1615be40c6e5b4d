package io.soabench.relay;

import io.soabench.plan.HostClock;
import java.io.IOException;

/**
 * The program of a relay. It prints {@code ready} and relays until SIGTERM. Its exit status is 1 when it cannot go on,
 * and 2 when the command line is wrong or the port is taken.
 */
public final class RelayProgram {

    private static final int FAILED = 1;
    private static final int REFUSED = 2;

    private RelayProgram() {}

    /** Runs the program. */
    @SuppressWarnings("SystemOut") // standard output is the interface of the program
    public static void main(String[] arguments) {
        RelayServer relay;
        try {
            relay = RelayServer.open(RelayOptions.parse(arguments), HostClock.system());
        } catch (RelayOptions.Refused | IOException e) {
            System.err.println(e.getMessage());
            System.exit(REFUSED);
            return;
        }
        System.out.println("ready");
        System.out.flush();
        try {
            relay.run();
        } catch (IOException e) {
            System.err.println("the relay cannot go on: " + e.getMessage());
            System.exit(FAILED);
        }
    }
}
