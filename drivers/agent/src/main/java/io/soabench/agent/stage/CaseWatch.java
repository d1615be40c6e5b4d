package io.soabench.agent.stage;

import io.soabench.agent.protocol.Finding;
import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostOrder;
import io.soabench.agent.stage.CaseHosts.Member;
import io.soabench.agent.stage.CaseHosts.Received;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.run.LoadClients;
import io.soabench.driver.run.LoadPhases;
import io.soabench.driver.run.RunSetting;
import io.soabench.plan.CasePlan;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A receiver of the messages of a repetition's hosts, and a check that everything that must run runs. Used by the run's
 * thread.
 */
final class CaseWatch implements LoadPhases.Watch, AutoCloseable {

    private final RunSetting run;
    private final CasePlan testCase;
    private final Path repetition;
    private final CaseHosts hosts;
    private final CaseServers servers;
    private final Supplier<LoadClients> load;
    private final Map<String, CaseClient> clients = new HashMap<>();
    private Finding finding;

    /**
     * Creates a watch without reports.
     *
     * @param load asked when a load client has started
     */
    CaseWatch(
            RunSetting run,
            CasePlan testCase,
            Path repetition,
            CaseHosts hosts,
            CaseServers servers,
            Supplier<LoadClients> load) {
        this.run = run;
        this.testCase = testCase;
        this.repetition = repetition;
        this.hosts = hosts;
        this.servers = servers;
        this.load = load;
    }

    /** Takes the reports of the hosts. */
    void receive() {
        for (Received heard : hosts.received()) {
            receive(heard.from(), heard.word());
        }
    }

    private void receive(Member from, HostMessage.Unasked word) {
        if (word instanceof HostMessage.Started started) {
            begun(from, started);
        } else if (word instanceof HostMessage.Ready ready) {
            servers.receive(ready);
        } else if (word instanceof HostMessage.Ended ended) {
            if (testCase.servers().contains(ended.name())) {
                servers.receive(ended);
            } else if (clients.containsKey(ended.name())) {
                clients.get(ended.name()).receive(ended);
            }
        } else if (word instanceof HostMessage.Line line && clients.containsKey(line.client())) {
            clients.get(line.client()).receive(line);
        } else if (word instanceof HostMessage.Found found && finding == null) {
            finding = there(from, found.finding());
        }
    }

    /** Returns the finding with its host: a disk is one of many. */
    private Finding there(Member member, Finding found) {
        String host = member.names().iterator().next();
        return found.code() == Finding.Code.DISK_NEARLY_FULL
                        && !run.plan().hostOf(host).local()
                ? found.at(found.where() + " on host " + host)
                : found;
    }

    private void begun(Member where, HostMessage.Started word) {
        servers.receive(word);
        if (!testCase.servers().contains(word.name()) && !clients.containsKey(word.name())) {
            clients.put(word.name(), new CaseClient(word.name(), repetition, load.get()));
            var unused = hosts.ask(where, new HostOrder.Follow(Map.of(word.name(), 0L)));
        }
    }

    /**
     * Takes the reports of the hosts while no process needs to run yet.
     *
     * @throws PhaseFailed when a host is lost
     */
    void listen() throws PhaseFailed {
        receive();
        hosts.requireAll();
    }

    @Override
    public void look() throws PhaseFailed {
        receive();
        if (finding != null) {
            throw new PhaseFailed(finding.sentence());
        }
        servers.requireRunning();
        hosts.requireAll();
        load.get().check(run.clock().epochNanos(), run.folder());
    }

    /** Ends all reports of load clients. */
    @Override
    public void close() {
        clients.values().forEach(CaseClient::forget);
    }
}
