package io.soabench.flowable.front;

import io.soabench.bpmn.OpenExchanges;
import io.soabench.front.InstanceCounts;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.flowable.common.engine.api.delegate.event.AbstractFlowableEventListener;
import org.flowable.common.engine.api.delegate.event.FlowableEngineEventType;
import org.flowable.common.engine.api.delegate.event.FlowableEntityEvent;
import org.flowable.common.engine.api.delegate.event.FlowableEvent;
import org.flowable.engine.impl.persistence.entity.ExecutionEntity;
import org.flowable.engine.impl.util.CommandContextUtil;
import org.flowable.job.api.Job;

/**
 * A listener at the end of each instance, and at jobs that have failed for good. It counts after the commit, and answers a client whose instance
 * will not.
 */
final class InstanceListener extends AbstractFlowableEventListener {

    private final InstanceCounts counts;
    private final BiConsumer<Long, String> fault;
    private final Consumer<Runnable> afterCommit;

    /**
     * Creates a listener.
     *
     * @param fault sends a fault to the client of an exchange, if it still waits
     * @param afterCommit runs something after the commit of the current transaction
     */
    InstanceListener(InstanceCounts counts, BiConsumer<Long, String> fault, Consumer<Runnable> afterCommit) {
        this.counts = counts;
        this.fault = fault;
        this.afterCommit = afterCommit;
    }

    @Override
    public void onEvent(FlowableEvent event) {
        Object entity = event instanceof FlowableEntityEvent of ? of.getEntity() : null;
        if (event.getType() == FlowableEngineEventType.JOB_MOVED_TO_DEADLETTER && entity instanceof Job job) {
            ExecutionEntity instance =
                    CommandContextUtil.getExecutionEntityManager().findById(job.getProcessInstanceId());
            ended(
                    instance,
                    counts::faulted,
                    "a step of the process failed in all its tries: " + job.getExceptionMessage());
        } else if (entity instanceof ExecutionEntity instance) {
            ended(instance, counts::completed, "the process ended without an answer");
        }
    }

    private void ended(ExecutionEntity instance, Runnable count, String sentence) {
        Object exchange = instance == null ? null : instance.getVariable(OpenExchanges.VARIABLE);
        afterCommit.accept(() -> {
            count.run();
            if (exchange instanceof Long number) {
                fault.accept(number, sentence);
            }
        });
    }

    @Override
    public boolean isFailOnException() {
        return false;
    }
}
