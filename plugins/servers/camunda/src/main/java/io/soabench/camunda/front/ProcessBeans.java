package io.soabench.camunda.front;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.context.CoreExecutionContext;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;

/**
 * The beans of expressions. The engine knows one set for all processes; partners of two processes may have the same name and different addresses, so
 * a name is looked up for the process that runs. Reading is safe for use by many threads; the other methods of {@link Map} are not used.
 */
final class ProcessBeans extends HashMap<Object, Object> {

    private static final long serialVersionUID = 1L;

    private final transient Map<String, Map<Object, Object>> ofProcesses = new ConcurrentHashMap<>();

    /** Adds a bean of one process definition. */
    void put(String definition, String name, Object bean) {
        ofProcesses.computeIfAbsent(definition, d -> new ConcurrentHashMap<>()).put(name, bean);
    }

    /** Removes the beans of a process definition. */
    void remove(String definition) {
        ofProcesses.remove(definition);
    }

    @Override
    public boolean containsKey(Object name) {
        return get(name) != null;
    }

    @Override
    public Object get(Object name) {
        Object common = super.get(name);
        if (common != null) {
            return common;
        }
        CoreExecutionContext<?> running = Context.getCoreExecutionContext();
        if (running == null || !(running.getExecution() instanceof ExecutionEntity execution)) {
            return null;
        }
        Map<Object, Object> own = ofProcesses.get(execution.getProcessDefinitionId());
        return own == null ? null : own.get(name);
    }
}
