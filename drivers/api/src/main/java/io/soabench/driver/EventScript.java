package io.soabench.driver;

import io.soabench.plan.CasePlan;
import io.soabench.plan.EventPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.ServiceInstance;
import io.soabench.plan.ServicePlan;
import io.soabench.plugin.Engine;
import io.soabench.plugin.EventType;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Recovery;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.Template;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The steps of the events of a case. An event that cannot be carried out is an {@link IllegalArgumentException} with the reason.
 *
 * @param servers server types by name
 * @param types event types by name
 */
record EventScript(Plan plan, CasePlan testCase, Map<String, ServerType> servers, Map<String, EventType> types) {

    private static final double NS_PER_MS = 1e6;

    /** An action on a server. */
    interface ServerAction {

        /** Carries the action out. */
        void on(Events.Effects effects) throws PhaseFailed, RunInterrupted;
    }

    /**
     * One step of an event, ready to be carried out.
     *
     * @param afterNs nanoseconds after the first step
     * @param words what happens, for the line about a later step in {@code events.csv}
     * @param proof shows that what was done is done, for a step of which the end is recorded, too; else null
     * @param atEnd whether the step is also taken when the repetition ends early
     * @param killed the engine that the step kills or starts again; else empty
     */
    record Step(
            long afterNs, ServerAction serverAction, String words, ServerAction proof, boolean atEnd, String killed) {

        Step(long afterNs, ServerAction serverAction, String words) {
            this(afterNs, serverAction, words, null, true, "");
        }

        static Step proven(ServerAction serverAction, ServerAction proof) {
            return new Step(0, serverAction, "", proof, true, "");
        }
    }

    /** Returns the steps of an event, the first one at its time. */
    List<Step> steps(EventPlan event) {
        return switch (event.kind()) {
            case SERVICE_UNAVAILABLE, NEW_SERVICE_INSTANCE -> List.of(instance(event));
            case PROCESS_DEPLOYED, PROCESS_REPLACED, PROCESS_UNDEPLOYED -> List.of(process(event));
            case PLUGIN -> declared(event);
        };
    }

    private Step instance(EventPlan event) {
        ServicePlan service = plan.serviceOf(parameter(event, "service"));
        ServiceInstance instance = service.instances().stream()
                .filter(i -> Integer.toString(i.index()).equals(parameter(event, "instance")))
                .findFirst()
                .orElseThrow(() -> outdated("service " + service.name() + " has no such instance"));
        if (instance.port().isEmpty()) {
            throw outdated("the instance has no port of its own");
        }
        String server = running(service.server());
        Lifecycle lifecycle = type(server).lifecycle();
        if (lifecycle.instances() == null) {
            throw new IllegalArgumentException(
                    "servers of type \"" + plan.serverOf(server).type()
                            + "\" can neither open nor close an instance; serve it on another one");
        }
        boolean appears = event.kind() == EventPlan.Kind.NEW_SERVICE_INSTANCE;
        HttpAction action =
                appears ? lifecycle.instances().open() : lifecycle.instances().close();
        String registry = event.parameters().getOrDefault("registry", "");
        if (!registry.isEmpty() && type(running(registry)).lifecycle().registry() == null) {
            throw new IllegalArgumentException(
                    "server " + registry + " registers no services; name one that does after \"published in\"");
        }
        return new Step(
                0,
                effects -> {
                    effects.send(server, action, Map.of("service", instance.path()));
                    if (!registry.isEmpty()) {
                        effects.publish(registry, service, instance);
                    }
                },
                "");
    }

    private Step process(EventPlan event) {
        String process = parameter(event, "process");
        if (!testCase.processes().contains(process)) {
            throw outdated("the case does not load process " + process);
        }
        String server = running(testCase.server());
        if (!type(server).lifecycle().redeploys()) {
            throw new IllegalArgumentException("servers of type \""
                    + plan.serverOf(server).type()
                    + "\" cannot change processes while clients call them; leave the server out");
        }
        if (event.kind() == EventPlan.Kind.PROCESS_UNDEPLOYED) {
            return Step.proven(effects -> effects.undeploy(process), effects -> {});
        }
        String version = parameter(event, "version");
        parameter(event, "package");
        return Step.proven(effects -> effects.deploy(process, version), effects -> effects.check(event));
    }

    private List<Step> declared(EventPlan event) {
        EventType type = types.get(event.type());
        if (type == null) {
            throw new IllegalArgumentException("no plug-in knows events of type \"" + event.type() + "\"; known are "
                    + types.keySet() + ", add the plug-in");
        }
        String target = event.parameters().getOrDefault("target", testCase.server());
        if (plan.servers().stream().noneMatch(s -> s.name().equals(target))) {
            throw new IllegalArgumentException(
                    target.isEmpty()
                            ? "there is no server under test to which it could happen; name a server with \"of\""
                            : "such events happen to servers, and " + target + " is none");
        }
        String server = running(target);
        Map<String, String> values = new HashMap<>();
        event.parameters().forEach((name, value) -> values.put("event:" + name, value));
        List<Step> steps = new ArrayList<>();
        for (EventType.Step step : type.steps()) {
            long afterNs = Math.round(milliseconds(Template.fill(step.afterMs(), values::get)) * NS_PER_MS);
            steps.add(planned(server, step, afterNs, values));
        }
        return steps;
    }

    private Step planned(String server, EventType.Step step, long afterNs, Map<String, String> values) {
        if (step.action() instanceof EventType.Kill) {
            requireRecovery(server);
            return new Step(afterNs, effects -> effects.kill(server), step.words(), null, true, server);
        }
        return step.action() instanceof EventType.StartAgain
                ? startAgain(server, afterNs, step.words())
                : new Step(afterNs, serverAction(server, step.action(), values), step.words());
    }

    private static ServerAction serverAction(String server, EventType.ServerAction action, Map<String, String> values) {
        return action instanceof EventType.Signal signal
                ? effects -> effects.signal(server, signal.name())
                : effects -> effects.send(server, ((EventType.Request) action).action(), values);
    }

    private Step startAgain(String server, long afterNs, String words) {
        boolean deploys = requireRecovery(server) == Recovery.EMPTY;
        return new Step(afterNs, effects -> effects.startAgain(server, deploys), words, effects -> {}, false, server);
    }

    /** Returns the state of a server that is killed and started again. */
    private Recovery requireRecovery(String server) {
        ServerPlan killed = plan.serverOf(server);
        if (!(type(server) instanceof Engine engine) || !server.equals(testCase.server())) {
            throw new IllegalArgumentException("only the engine under test can be killed and started again, not "
                    + server + "; leave out \"of " + server + "\"");
        }
        Recovery recovery = engine.recovery(killed.parameters());
        if (recovery == Recovery.IMPOSSIBLE) {
            throw new IllegalArgumentException("servers of type \"" + killed.type()
                    + "\" with these parameters cannot be started again after a kill; leave " + server
                    + " out of the suite, or give it other parameters");
        }
        return recovery;
    }

    private static double milliseconds(String text) {
        try {
            return new BigDecimal(text).doubleValue();
        } catch (NumberFormatException e) {
            throw outdated("\"" + text + "\" is no number of milliseconds");
        }
    }

    private String running(String server) {
        if (!testCase.servers().contains(server)) {
            throw new IllegalArgumentException("server " + server + " does not run in that case; it has "
                    + String.join(", ", testCase.servers())
                    + ": without \"of\" an event happens to the server under test");
        }
        return server;
    }

    private ServerType type(String server) {
        ServerType type = servers.get(plan.serverOf(server).type());
        if (type == null) {
            throw outdated("the type of server " + server + " is not known");
        }
        return type;
    }

    private static String parameter(EventPlan event, String name) {
        String value = event.parameters().get(name);
        if (value == null) {
            throw outdated("it lacks \"" + name + "\"");
        }
        return value;
    }

    private static IllegalArgumentException outdated(String why) {
        return new IllegalArgumentException(why + "; compile the testbed again");
    }
}
