package io.soabench.generators.cases;

import io.soabench.generators.reading.ModelContext;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.model.ServerSettings;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Metric;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.plan.InstanceMetric;
import io.soabench.plugin.Engine;
import java.util.Set;

/**
 * A check that each engine that a metric of instances names keeps a history of them. A metric of all engines is never refused: reports have the
 * reason for each engine without a history.
 */
public final class HistoryCheck {

    private final ModelContext context;
    private final ProblemCollector problems;

    public HistoryCheck(ModelContext context, ProblemCollector problems) {
        this.context = context;
        this.problems = problems;
    }

    /** Reports each metric that names an engine without a history. */
    public void check() {
        for (Metric metric : context.spared(context.testbed().metrics())) {
            if (metric.getType() != null
                    && InstanceMetric.among(Set.of(metric.getType().getName()))) {
                metric.getTargets().stream()
                        .filter(Server.class::isInstance)
                        .map(Server.class::cast)
                        .forEach(server -> check(metric, server));
            }
        }
    }

    private void check(Metric metric, Server server) {
        if (context.type(server) instanceof Engine engine) {
            String reason = engine.withoutHistory(ServerSettings.of(server).parameters());
            if (!reason.isEmpty()) {
                problems.add(
                        IssueCode.METRIC_WITHOUT_HISTORY,
                        metric,
                        Literals.METRIC__TARGETS,
                        "metric \"" + metric.getType().getName() + "\" cannot be taken of \"" + server.getName()
                                + "\", which " + reason + "; leave it out");
            }
        }
    }
}
