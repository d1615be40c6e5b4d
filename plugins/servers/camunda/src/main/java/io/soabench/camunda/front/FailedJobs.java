package io.soabench.camunda.front;

import io.soabench.bpmn.OpenExchanges;
import io.soabench.front.InstanceCounts;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.incident.DefaultIncidentHandler;
import org.camunda.bpm.engine.impl.incident.IncidentContext;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.runtime.Incident;

/** A handler of jobs that have failed for good. The engine would keep the instance and leave its client without an answer. */
final class FailedJobs extends DefaultIncidentHandler {

    private final InstanceCounts counts;
    private final BiConsumer<Long, String> answer;
    private final Consumer<Runnable> afterCommit;

    /**
     * @param answer sends a fault to the client of an exchange
     * @param afterCommit runs something after the commit of the current transaction
     */
    FailedJobs(InstanceCounts counts, BiConsumer<Long, String> answer, Consumer<Runnable> afterCommit) {
        super(Incident.FAILED_JOB_HANDLER_TYPE);
        this.counts = counts;
        this.answer = answer;
        this.afterCommit = afterCommit;
    }

    @Override
    public Incident handleIncident(IncidentContext context, String message) {
        Incident incident = super.handleIncident(context, message);
        ExecutionEntity execution =
                Context.getCommandContext().getExecutionManager().findExecutionById(context.getExecutionId());
        Object exchange = execution == null ? null : execution.getVariable(OpenExchanges.VARIABLE);
        // A client that has its answer may remove the process, which the open transaction still changes.
        afterCommit.accept(() -> {
            counts.faulted();
            if (exchange instanceof Long number) {
                answer.accept(number, "a step of the process failed in all its tries: " + message);
            }
        });
        return incident;
    }
}
