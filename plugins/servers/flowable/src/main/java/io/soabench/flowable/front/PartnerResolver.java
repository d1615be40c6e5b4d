package io.soabench.flowable.front;

import java.beans.FeatureDescriptor;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.flowable.common.engine.api.variable.VariableContainer;
import org.flowable.common.engine.impl.javax.el.ELContext;
import org.flowable.common.engine.impl.javax.el.ELResolver;
import org.flowable.engine.impl.persistence.entity.ExecutionEntity;

/**
 * The partners in expressions. Partners of two processes may have the same name and different addresses, so a name is looked up for the process that
 * runs. Safe for use by many threads.
 */
final class PartnerResolver extends ELResolver {

    private final Map<String, Map<String, Object>> ofProcesses = new ConcurrentHashMap<>();

    /** Adds a partner of one process definition. */
    void put(String definition, String name, Object partner) {
        ofProcesses.computeIfAbsent(definition, d -> new ConcurrentHashMap<>()).put(name, partner);
    }

    /** Removes the partners of a process definition. */
    void remove(String definition) {
        ofProcesses.remove(definition);
    }

    @Override
    public Object getValue(ELContext context, Object base, Object property) {
        if (base != null
                || !(property instanceof String name)
                || !(context.getContext(VariableContainer.class) instanceof ExecutionEntity execution)) {
            return null;
        }
        Object partner = ofProcesses
                .getOrDefault(execution.getProcessDefinitionId(), Map.of())
                .get(name);
        context.setPropertyResolved(partner != null);
        return partner;
    }

    @Override
    public void setValue(ELContext context, Object base, Object property, Object value) {
        // A partner is never assigned.
    }

    @Override
    public boolean isReadOnly(ELContext context, Object base, Object property) {
        return true;
    }

    @Override
    public Class<?> getType(ELContext context, Object base, Object property) {
        return Object.class;
    }

    @Override
    public Class<?> getCommonPropertyType(ELContext context, Object base) {
        return Object.class;
    }

    @Override
    public Iterator<FeatureDescriptor> getFeatureDescriptors(ELContext context, Object base) {
        return Collections.emptyIterator();
    }
}
