package io.soabench.camunda.front;

import io.soabench.bpmn.OpenExchanges;
import io.soabench.front.InstanceCounts;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.camunda.bpm.engine.impl.bpmn.parser.AbstractBpmnParseListener;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionEntity;
import org.camunda.bpm.engine.impl.util.xml.Element;

/** A listener at the end of each instance. It counts the instance after the commit, and answers a client whose instance ended without an answer. */
final class EndOfInstance extends AbstractBpmnParseListener {

    private final InstanceCounts counts;
    private final BiConsumer<Long, String> fault;
    private final Consumer<Runnable> afterCommit;

    /**
     * @param fault sends a fault to the client of an exchange, if it still waits
     * @param afterCommit runs something after the commit of the current transaction
     */
    EndOfInstance(InstanceCounts counts, BiConsumer<Long, String> fault, Consumer<Runnable> afterCommit) {
        this.counts = counts;
        this.fault = fault;
        this.afterCommit = afterCommit;
    }

    @Override
    public void parseProcess(Element element, ProcessDefinitionEntity definition) {
        definition.addListener(ExecutionListener.EVENTNAME_END, (ExecutionListener) this::end);
    }

    private void end(DelegateExecution execution) {
        Object exchange = execution.getVariable(OpenExchanges.VARIABLE);
        afterCommit.accept(() -> {
            counts.completed();
            if (exchange instanceof Long number) {
                fault.accept(number, "the process ended without an answer");
            }
        });
    }
}
