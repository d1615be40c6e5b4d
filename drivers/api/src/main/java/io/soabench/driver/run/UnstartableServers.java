package io.soabench.driver.run;

import io.soabench.plan.CasePlan;
import io.soabench.plan.Plan;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The servers that cannot be started, with the reasons. The program of a server cannot be resolved, or another program has its port, or
 * the server did not start {@value #TRIES} times in a row. Cases with such a server are skipped, because each start would last until its
 * deadline. A resumed run tries all servers again. Safe for use by many threads.
 */
public final class UnstartableServers {

    /** The first failure may be an accident. */
    public static final int TRIES = 2;

    private final Plan plan;
    private final Map<String, String> unobtainable;
    private final Map<String, String> unusable;
    private final Map<String, Integer> failures = new HashMap<>();
    private final Map<String, String> reasons = new HashMap<>();

    /**
     * Creates the list before the first start of a server.
     *
     * @param unobtainable reasons by name of the server type
     * @param unusable reasons by name of the server, see {@link Platform#check}
     */
    public UnstartableServers(Plan plan, Map<String, String> unobtainable, Map<String, String> unusable) {
        this.plan = plan;
        this.unusable = unusable;
        this.unobtainable = unobtainable;
    }

    /** Notes that a server ended or was not ready in time when it was started. */
    public synchronized void notStarted(String server, String why) {
        failures.merge(server, 1, Integer::sum);
        reasons.put(server, why);
    }

    /** Notes that a server was ready. */
    public synchronized void started(String server) {
        failures.remove(server);
    }

    /** Returns the reason to skip a case, as one sentence; empty when all its servers may start. */
    public synchronized Optional<String> reason(CasePlan testCase) {
        for (String server : testCase.servers()) {
            String why = unobtainable.get(plan.serverOf(server).type());
            if (why != null) {
                return Optional.of("server " + server + " is not available: " + why);
            }
            if (unusable.containsKey(server)) {
                return Optional.of(unusable.get(server));
            }
        }
        return testCase.servers().stream()
                .filter(server -> failures.getOrDefault(server, 0) >= TRIES)
                .map(server -> "server " + server + " was not tried again, since it did not start " + TRIES
                        + " times in a row (at last: " + reasons.get(server) + "); mend it and resume the run")
                .findFirst();
    }
}
