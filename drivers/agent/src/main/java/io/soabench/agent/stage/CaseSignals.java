package io.soabench.agent.stage;

import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostOrder;
import io.soabench.agent.protocol.HostProblem;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.run.LoadPhases;
import io.soabench.plan.CasePlan;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.HostClock;
import io.soabench.plan.RunFiles;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The signals to the load clients of a repetition, each in the time of its host. Used by the run's thread. */
record CaseSignals(CasePlan testCase, CaseHosts hosts, HostClocks clocks, HostClock clock)
        implements LoadPhases.Signals {

    /** Returns the name of a load client. */
    static String name(ClientPlan client) {
        return RunFiles.loadClient(client.host());
    }

    @Override
    public void start(long epochNs) throws PhaseFailed, RunInterrupted {
        send("start", epochNs);
    }

    @Override
    public void measure(long epochNs) throws PhaseFailed, RunInterrupted {
        send("measure", epochNs);
    }

    @Override
    public void end(long epochNs) throws PhaseFailed, RunInterrupted {
        send("end", epochNs);
    }

    private void send(String word, long epochNs) throws PhaseFailed {
        Map<ClientPlan, CompletableFuture<HostMessage.Answer>> answers = new LinkedHashMap<>();
        for (ClientPlan client : testCase.clients()) {
            HostOrder.Tell order = new HostOrder.Tell(name(client), word + " " + clocks.there(client.host(), epochNs));
            answers.put(client, hosts.ask(hosts.of(client.host()), order));
        }
        for (Map.Entry<ClientPlan, CompletableFuture<HostMessage.Answer>> each : answers.entrySet()) {
            HostProblem problem = hosts.await(each.getValue()).problem();
            if (problem != null) {
                throw new PhaseFailed(
                        problem.code() == HostProblem.Code.SILENT
                                ? name(each.getKey()) + " did not receive the order to " + word + ": " + problem.text()
                                        + "; look whether host " + each.getKey().host()
                                        + " can be reached, and resume the run"
                                : problem.text());
            }
        }
        if (!clocks.areOne() && clock.epochNanos() > epochNs) {
            throw new PhaseFailed("the load clients received too late the time to " + word
                    + "; other things keep this machine, a host or the network busy");
        }
    }
}
