package io.soabench.driver.run;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes the system under test yield: load clients and mock hosts that share its processors get one when they need it, as they
 * would on machines of their own. Else what they are late would count as its response time.
 */
public final class Yielding {

    private static final List<String> PREFIX = List.of("nice", "-n", "10");

    private Yielding() {}

    /** The command that starts a server so that it yields; its process has the same pid as it would have without. */
    public static List<String> command(List<String> command) {
        List<String> yielding = new ArrayList<>(PREFIX);
        yielding.addAll(command);
        return yielding;
    }
}
