package io.soabench.engine.runtime.compile;

import io.soabench.contracts.source.Problems;
import io.soabench.contracts.wsdl.Part;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.bpel.model.AssignNode;
import io.soabench.engine.bpel.model.BoundCopy;
import io.soabench.engine.bpel.model.ElementType;
import io.soabench.engine.bpel.model.ExpressionTarget;
import io.soabench.engine.bpel.model.MessageType;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.model.PropertyTarget;
import io.soabench.engine.bpel.model.ToSpec;
import io.soabench.engine.bpel.model.ValidateNode;
import io.soabench.engine.bpel.model.Variable;
import io.soabench.engine.bpel.model.VariableTarget;
import io.soabench.engine.bpel.model.VariableUse;
import io.soabench.engine.runtime.activity.ValueCheck;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.schema.ValueSchema;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.xml.sax.SAXException;

/** A compiler of validation. Schemas are compiled only for processes that validate. */
final class Validation {
    /** The code of schemas that cannot be compiled. */
    static final String SCHEMA = "SCHEMA";

    private final SlotLayout layout;
    private final ValueSchema schema;

    Validation(ProcessModel model, WsdlDefinitions wsdl, SlotLayout layout, Problems problems) {
        this.layout = layout;
        boolean needed = model.activities().stream()
                .anyMatch(node ->
                        node instanceof ValidateNode || (node instanceof AssignNode assign && assign.validate()));
        this.schema = needed ? schema(model, wsdl, problems) : null;
    }

    private static ValueSchema schema(ProcessModel model, WsdlDefinitions wsdl, Problems problems) {
        Set<ValueSchema.Type> types = new LinkedHashSet<>();
        for (Variable variable : model.variables()) {
            if (variable.type() instanceof MessageType type) {
                type.message().parts().forEach(part -> type(part).ifPresent(types::add));
            } else {
                types.add(type(variable));
            }
        }
        try {
            return ValueSchema.compile(wsdl.schemaSources(), types);
        } catch (SAXException e) {
            problems.add(
                    SCHEMA, model.location(), "the schemas cannot be used for validating variables: " + e.getMessage());
            return null;
        }
    }

    private static ValueSchema.Type type(Variable variable) {
        return new ValueSchema.Type(variable.type().name(), variable.type() instanceof ElementType);
    }

    private static Optional<ValueSchema.Type> type(Part part) {
        return part.element().map(name -> new ValueSchema.Type(name, true)).or(() -> part.type()
                .map(name -> new ValueSchema.Type(name, false)));
    }

    List<ValueCheck> checks(int scope, Collection<Variable> variables) {
        return schema == null
                ? List.of()
                : variables.stream()
                        .flatMap(variable -> checks(scope, variable))
                        .toList();
    }

    private Stream<ValueCheck> checks(int scope, Variable variable) {
        if (!(variable.type() instanceof MessageType message)) {
            return Stream.of(new ValueCheck(layout.variable(scope, variable), type(variable), schema));
        }
        return message.message().parts().stream().flatMap(part -> {
            Reference slot = layout.part(scope, variable, part);
            return type(part).map(type -> new ValueCheck(slot, type, schema)).stream();
        });
    }

    /** Returns the variables that an assign changes. */
    static Set<Variable> changed(AssignNode assign) {
        Set<Variable> changed = new LinkedHashSet<>();
        for (BoundCopy step : assign.steps()) {
            ToSpec target = step.target();
            if (target instanceof VariableTarget to) {
                changed.add(to.variable());
            } else if (target instanceof PropertyTarget to) {
                changed.add(to.property().variable());
            } else if (target instanceof ExpressionTarget to) {
                to.expression().variables().values().stream()
                        .map(VariableUse::variable)
                        .forEach(changed::add);
            }
        }
        return changed;
    }
}
