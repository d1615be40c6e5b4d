package io.soabench.local;

import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.run.Exchange;
import io.soabench.driver.run.WatchedExchange;
import io.soabench.plan.HostClock;
import io.soabench.plan.Plan;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Publication;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Publishes service instances in the registries of a repetition, as their lifecycles say. Used by the run's thread. */
final class Registries {

    private final WatchedExchange exchange;

    private final HostClock clock;

    Registries(WatchedExchange exchange, HostClock clock) {
        this.exchange = exchange;
        this.clock = clock;
    }

    /** Publishes in each registry among the servers what they serve from their start on. */
    void publishAll(Plan plan, Plan.CasePlan of, Collection<Server> servers, long endNs)
            throws PhaseFailed, RunInterrupted, IOException {
        for (Server registry : servers) {
            if (registry.lifecycle().registry() != null) {
                for (Publication publication : served(plan, of, servers)) {
                    publish(registry, publication, endNs);
                }
            }
        }
    }

    private static List<Publication> served(Plan plan, Plan.CasePlan of, Collection<Server> servers) {
        List<Publication> served = new ArrayList<>();
        for (Server host : servers) {
            for (Plan.ServicePlan service : plan.services()) {
                if (service.server().equals(host.name())) {
                    service.instances().stream()
                            .filter(instance -> !of.brings(service, instance))
                            .map(instance -> publication(service, host, instance))
                            .forEach(served::add);
                }
            }
        }
        return served;
    }

    private static Publication publication(Plan.ServicePlan service, Server host, Plan.ServiceInstance instance) {
        return new Publication(instance.path(), host.fill(host.lifecycle().addressOf(instance)), service.portType());
    }

    /**
     * Publishes a service instance that has just appeared.
     *
     * @throws PhaseFailed when the registry refuses it or does not answer in time
     */
    void publish(Server registry, Plan.ServicePlan service, Server host, Plan.ServiceInstance instance)
            throws PhaseFailed, RunInterrupted, IOException {
        long ms = registry.lifecycle().registry().publish().stream()
                .mapToLong(HttpAction::timeoutMs)
                .sum();
        publish(
                registry,
                publication(service, host, instance),
                clock.epochNanos() + Duration.ofMillis(ms).toNanos());
    }

    private void publish(Server registry, Publication publication, long endNs)
            throws PhaseFailed, RunInterrupted, IOException {
        String what = "publication of " + publication.service() + " in registry " + registry.name();
        for (HttpAction action : registry.publish(publication)) {
            HttpResponse<byte[]> answer = exchange.send(action, what, endNs);
            if (!action.expected().contains(answer.statusCode())) {
                throw new PhaseFailed(what + " was refused: " + action.method() + " " + action.url()
                        + " was answered with " + Exchange.words(answer));
            }
        }
    }
}
