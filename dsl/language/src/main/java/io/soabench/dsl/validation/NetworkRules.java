package io.soabench.dsl.validation;

import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.Latency;
import io.soabench.model.testbed.Network;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedElement;
import io.soabench.model.testbed.TestbedPackage;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.xtext.validation.Check;

/** Rules for networks. A latency is between two hosts, and is set once for each direction. */
public final class NetworkRules extends Rules {

    private record Direction(Host from, Host to) {}

    /** Checks that no message leaves a host for itself. */
    @Check
    public void twoHosts(Latency latency) {
        if (known(latency.getSource()) && latency.getSource().equals(latency.getTarget())) {
            String name = latency.getSource().getName();
            error(
                    IssueCode.LATENCY_TO_ITSELF,
                    "a latency is between two hosts, but this is from \"" + name + "\" to itself; name two hosts,"
                            + " which may both be this machine: host " + name + "  host another",
                    latency,
                    TestbedPackage.Literals.LATENCY__TARGET);
        }
    }

    /** Checks that each direction has one latency, in all files together. */
    @Check
    public void once(Testbed testbed) {
        Set<Direction> seen = new HashSet<>();
        List<Testbed> files = whole(testbed).files();
        for (Testbed file : files) {
            for (TestbedElement element : file.getElements()) {
                if (element instanceof Network network) {
                    network.getLatencies().forEach(latency -> once(latency, seen, file.equals(testbed)));
                }
            }
        }
    }

    private void once(Latency latency, Set<Direction> seen, boolean here) {
        if (!known(latency.getSource())
                || !known(latency.getTarget())
                || latency.getSource().equals(latency.getTarget())) {
            return;
        }
        once(latency, new Direction(latency.getSource(), latency.getTarget()), seen, here);
        if (latency.isBothWays()) {
            once(latency, new Direction(latency.getTarget(), latency.getSource()), seen, here);
        }
    }

    private void once(Latency latency, Direction direction, Set<Direction> seen, boolean here) {
        if (!seen.add(direction) && here) {
            error(
                    IssueCode.LATENCY_DUPLICATE,
                    "the latency from \"" + direction.from().getName() + "\" to \""
                            + direction.to().getName() + "\" is set twice; keep one",
                    latency,
                    TestbedPackage.Literals.LATENCY__SOURCE);
        }
    }
}
