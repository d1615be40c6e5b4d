package io.soabench.driver.run;

import io.soabench.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Makes the system under test yield: load clients and mock hosts that share its processors get one when they need it, as they
 * would on machines of their own. Else what they are late would count as its response time. On a host of its own it yields to nobody.
 */
public final class Yielding {

    private static final List<String> PREFIX = List.of("nice", "-n", "10");

    private Yielding() {}

    /** Whether the system under test of a case has to yield: a load client or another server of the case is on its machine. */
    public static boolean isNeeded(Plan plan, Plan.CasePlan of) {
        String machine = machine(plan, plan.serverOf(of.server()).host());
        return Stream.concat(
                        of.clients().stream().map(Plan.ClientPlan::host),
                        of.servers().stream()
                                .filter(server -> !server.equals(of.server()))
                                .map(server -> plan.serverOf(server).host()))
                .anyMatch(host -> machine(plan, host).equals(machine));
    }

    private static String machine(Plan plan, String host) {
        return plan.hostOf(host).machine();
    }

    /** The command that starts a server so that it yields; its process has the same pid as it would have without. */
    public static List<String> command(List<String> command) {
        List<String> yielding = new ArrayList<>(PREFIX);
        yielding.addAll(command);
        return yielding;
    }
}
