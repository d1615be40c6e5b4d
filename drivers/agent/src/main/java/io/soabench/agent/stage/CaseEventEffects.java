package io.soabench.agent.stage;

import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostOrder;
import io.soabench.agent.protocol.HostProblem;
import io.soabench.agent.protocol.HostReply;
import io.soabench.driver.Events;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.run.LoadPhases;
import io.soabench.driver.run.ServerClient;
import io.soabench.plan.EventPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ServiceInstance;
import io.soabench.plan.ServicePlan;
import io.soabench.plugin.Lifecycle.HttpAction;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The effects of the model's events on the servers of a repetition. Used by the run's thread.
 *
 * @param parts asked for when an event happens: before the repetition is placed there are none
 * @param processes on the server under test
 */
record CaseEventEffects(
        Plan plan, CaseHosts hosts, Supplier<CaseParts> parts, LoadPhases.Watch watch, Processes processes)
        implements Events.Effects {

    /** The processes on the server under test. */
    interface Processes {

        /** Deploys a version, see {@link Events.Effects#deploy}. */
        void redeploy(String process, String version) throws PhaseFailed, RunInterrupted;

        /** Undeploys a process, see {@link Events.Effects#undeploy}. */
        void withdraw(String process) throws PhaseFailed, RunInterrupted;

        /** Starts a killed engine again, see {@link Events.Effects#startAgain}. */
        void startAgain(String server, boolean deploys) throws PhaseFailed, RunInterrupted;

        /** Checks after an event, see {@link Events.Effects#check}. */
        void check(EventPlan event) throws PhaseFailed, RunInterrupted;
    }

    @Override
    public void deploy(String process, String version) throws PhaseFailed, RunInterrupted {
        processes.redeploy(process, version);
    }

    @Override
    public void undeploy(String process) throws PhaseFailed, RunInterrupted {
        processes.withdraw(process);
    }

    @Override
    public void check(EventPlan event) throws PhaseFailed, RunInterrupted {
        processes.check(event);
    }

    @Override
    public void startAgain(String server, boolean deploys) throws PhaseFailed, RunInterrupted {
        processes.startAgain(server, deploys);
    }

    @Override
    public void kill(String server) throws PhaseFailed {
        beside(server, new HostOrder.Kill(server), "KILL");
    }

    @Override
    public void signal(String server, String name) throws PhaseFailed {
        beside(server, new HostOrder.Signal(server, name), name);
    }

    private void beside(String server, HostOrder order, String signal) throws PhaseFailed {
        HostProblem problem = hosts.besideUninterrupted(host(server), order).problem();
        if (problem != null) {
            throw new PhaseFailed(
                    problem.code() == HostProblem.Code.SILENT
                            ? "server " + server + " did not get SIG" + signal + ": " + problem.text()
                            : problem.text());
        }
    }

    private CaseHosts.Member host(String server) {
        return hosts.of(plan.serverOf(server).host());
    }

    @Override
    public void send(String server, HttpAction action, Map<String, String> values) throws PhaseFailed, RunInterrupted {
        HttpAction filled = parts.get().filled(server, action, values);
        HostReply.Sent answer = sent(server, filled, "the request to server " + server);
        if (!filled.expected().contains(answer.status())) {
            throw new PhaseFailed(filled.method() + " " + filled.url() + " was answered with "
                    + ServerClient.words(answer.status(), answer.body()));
        }
    }

    @Override
    public void publish(String registry, ServicePlan service, ServiceInstance instance)
            throws PhaseFailed, RunInterrupted {
        String what = "publication of " + instance.path() + " in registry " + registry;
        for (HttpAction action : parts.get().publication(registry, service, instance)) {
            HostReply.Sent answer = sent(registry, action, what);
            if (!action.expected().contains(answer.status())) {
                throw new PhaseFailed(what + " was refused: " + action.method() + " " + action.url()
                        + " was answered with " + ServerClient.words(answer.status(), answer.body()));
            }
        }
    }

    private HostReply.Sent sent(String server, HttpAction action, String what) throws PhaseFailed, RunInterrupted {
        HostMessage.Answer answer = hosts.beside(host(server), new HostOrder.Send(action), action.timeoutMs(), watch);
        if (answer.reply(HostReply.Sent.class).isEmpty()) {
            // When the server has ended, the failed exchange is only a consequence; the watch reports the end.
            watch.look();
            throw new PhaseFailed(what + " failed: " + action.method() + " " + action.url() + " ended with "
                    + (answer.problem() == null ? "no answer" : answer.problem().text()));
        }
        return answer.reply(HostReply.Sent.class).get();
    }
}
