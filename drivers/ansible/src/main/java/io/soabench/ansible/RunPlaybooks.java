package io.soabench.ansible;

import io.soabench.ansible.play.ConnectionErrors;
import io.soabench.ansible.play.Playbooks;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.run.RunSetting;
import io.soabench.plan.HostPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The playbooks that prepare the hosts of a run before it, and clean them after it. */
record RunPlaybooks(RunSetting setting, Playbooks playbooks) {

    /** The time that a playbook needs beside its work on the hosts: its start, and SSH to all hosts. */
    private static final Duration START_ALLOWANCE = Duration.ofSeconds(45);

    private static final Path MACHINE = Path.of("/etc/machine-id");

    /** The variable of every playbook for the token of the run. */
    private static final String TOKEN = "soabench_run_token";

    /**
     * Runs a playbook; {@link #problems} has its failures.
     *
     * @param hosts that it must reach
     * @param max longest time of the work on the hosts
     */
    Playbooks.Outcome tried(String name, Map<String, Object> variables, Set<String> hosts, Path log, Duration max)
            throws PhaseFailed, RunInterrupted {
        return playbooks.run(call(name, variables, hosts, log, max));
    }

    /** Runs a playbook that cleans up, also after failures; {@link #problems} has its failures. */
    Playbooks.Outcome back(String name, Map<String, Object> variables, Set<String> hosts, Path log, Duration max)
            throws PhaseFailed {
        return playbooks.runWhatever(call(name, variables, hosts, log, max));
    }

    private Playbooks.Call call(String name, Map<String, Object> variables, Set<String> hosts, Path log, Duration max) {
        Map<String, Object> all = new LinkedHashMap<>(variables);
        all.put(TOKEN, token());
        return new Playbooks.Call(name, all, hosts, log, max.plus(START_ALLOWANCE));
    }

    /**
     * Returns the token for a run that is resumed. Processes that an earlier driver could not end on a host are ended when the host is
     * prepared.
     */
    String token() {
        String run = machine() + " " + setting.folder();
        return UUID.nameUUIDFromBytes(run.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /** Runs of several controllers may have equal paths. */
    private static String machine() {
        try {
            return Files.readString(MACHINE).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns the failures, one sentence each: about the playbook, then each host. */
    List<String> problems(Playbooks.Outcome outcome) {
        List<String> problems = new ArrayList<>(outcome.trouble());
        outcome.log().unreachable().forEach((host, why) -> problems.add(ConnectionErrors.unreachable(host(host), why)));
        outcome.log().failures().forEach((host, why) -> problems.add(ConnectionErrors.failed(host(host), why)));
        return problems;
    }

    private HostPlan host(String name) {
        return setting.plan().hosts().stream()
                .filter(h -> h.name().equals(name))
                .findFirst()
                .orElseGet(() -> new HostPlan(name, name, false, Map.of(), "", "", Map.of()));
    }
}
