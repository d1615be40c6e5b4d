package io.soabench.engine.runtime.compile;

import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.wsdl.Part;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.bpel.model.BoundCopy;
import io.soabench.engine.bpel.model.BoundExpression;
import io.soabench.engine.bpel.model.ExpressionSource;
import io.soabench.engine.bpel.model.ExpressionTarget;
import io.soabench.engine.bpel.model.FromSpec;
import io.soabench.engine.bpel.model.LiteralSource;
import io.soabench.engine.bpel.model.MessageType;
import io.soabench.engine.bpel.model.PartnerLink;
import io.soabench.engine.bpel.model.PartnerLinkSource;
import io.soabench.engine.bpel.model.PartnerLinkTarget;
import io.soabench.engine.bpel.model.PropertySource;
import io.soabench.engine.bpel.model.PropertyTarget;
import io.soabench.engine.bpel.model.ToSpec;
import io.soabench.engine.bpel.model.Variable;
import io.soabench.engine.bpel.model.VariableSource;
import io.soabench.engine.bpel.model.VariableTarget;
import io.soabench.engine.bpel.model.VariableUse;
import io.soabench.engine.runtime.activity.CopySource;
import io.soabench.engine.runtime.activity.CopyStep;
import io.soabench.engine.runtime.activity.CopyTarget;
import io.soabench.engine.runtime.activity.ElementNaming;
import io.soabench.engine.runtime.activity.PartnerSlot;
import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.compile.ExpressionCompiler;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchema;

/** A compiler of copies. */
final class CopyCompiler {
    private final SlotLayout layout;
    private final Expressions expressions;
    private final WsdlDefinitions wsdl;
    private final Tolerance tolerance;
    private final Set<Leniency> accepted;

    CopyCompiler(
            SlotLayout layout,
            Expressions expressions,
            WsdlDefinitions wsdl,
            Tolerance tolerance,
            Set<Leniency> accepted) {
        this.accepted = accepted;
        this.wsdl = wsdl;
        this.tolerance = tolerance;
        this.layout = layout;
        this.expressions = expressions;
    }

    CopyStep step(int scope, BoundCopy step) {
        CompiledExpression failing = tolerance.copy(step.location());
        return new CopyStep(
                failing == null ? source(scope, step.source()) : new CopySource.Value(failing),
                failing == null ? target(scope, step.target()) : new CopyTarget.Place(failing, null),
                step.keepSrcElementName()
                        .map(kept -> new ElementNaming(true, kept, kept ? names(step.target()) : null))
                        .orElse(ElementNaming.DEFAULT),
                step.ignoreMissingFromData(),
                "the copy at " + step.location());
    }

    /** Compiles the {@code from} of a variable. */
    CopyStep initializer(int scope, io.soabench.engine.bpel.model.Initializer initializer) {
        Variable variable = initializer.variable();
        return new CopyStep(
                source(scope, initializer.source()),
                whole(scope, variable, Optional.empty()),
                ElementNaming.DEFAULT,
                false,
                "the initialisation of variable '" + variable.name() + "' at " + variable.location());
    }

    /** Returns the possible names of the root of the variable or part of a target; null when they are unknown. */
    private Set<QualifiedName> names(ToSpec target) {
        return Optional.ofNullable(use(target))
                .flatMap(SlotLayout::element)
                .map(this::substitutes)
                .orElse(null);
    }

    private static VariableUse use(ToSpec target) {
        if (target instanceof VariableTarget to) {
            return new VariableUse(to.variable(), to.part());
        }
        if (target instanceof ExpressionTarget to && to.expression().variables().size() == 1) {
            return to.expression().variables().values().iterator().next();
        }
        return null;
    }

    /** Returns an element and those of its substitution group. */
    private Set<QualifiedName> substitutes(QName head) {
        Set<QualifiedName> names = new HashSet<>();
        names.add(SlotLayout.name(head));
        for (int before = 0; before < names.size(); ) {
            before = names.size();
            for (XmlSchema schema : wsdl.schemas().getXmlSchemas()) {
                schema.getElements().forEach((name, element) -> {
                    QName group = element.getSubstitutionGroup();
                    if (group != null && names.contains(SlotLayout.name(group))) {
                        names.add(SlotLayout.name(name));
                    }
                });
            }
        }
        return names;
    }

    private CopySource source(int scope, FromSpec source) {
        if (source instanceof VariableSource from) {
            if (from.part().isEmpty() && from.variable().type() instanceof MessageType) {
                return new CopySource.Message(layout.message(scope, from.variable()));
            }
            Reference slot = layout.of(scope, from.variable(), from.part());
            if (from.query().isPresent()) {
                return new CopySource.Value(
                        expressions.query(scope, from.query().get(), slot));
            }
            Reference node = new Reference(slot.hops(), slot.index(), Reference.Kind.NODE, slot.name());
            return unlessLacking(slot, from.part(), new CopySource.Value(ExpressionCompiler.whole(node)));
        }
        if (source instanceof ExpressionSource from) {
            CopySource.Value value = new CopySource.Value(expressions.expression(scope, from.expression()));
            VariableUse use = wholeVariable(from.expression());
            return use == null || use.part().isEmpty()
                    ? value
                    : unlessLacking(layout.of(scope, use.variable(), use.part()), use.part(), value);
        }
        if (source instanceof LiteralSource from) {
            return new CopySource.Literal(Literals.value(from.literal()));
        }
        if (source instanceof PropertySource from) {
            return new CopySource.Value(expressions.property(scope, from.property()));
        }
        PartnerLinkSource from = (PartnerLinkSource) source;
        return new CopySource.Partner(partner(scope, from.partnerLink()), from.myRole());
    }

    private CopyTarget target(int scope, ToSpec target) {
        if (target instanceof VariableTarget to) {
            if (to.query().isPresent()) {
                Reference slot = layout.of(scope, to.variable(), to.part());
                return place(expressions.query(scope, to.query().get(), slot), slot, to.variable(), to.part());
            }
            return whole(scope, to.variable(), to.part());
        }
        if (target instanceof ExpressionTarget to) {
            return target(scope, to.expression());
        }
        if (target instanceof PropertyTarget to) {
            Variable variable = to.property().variable();
            Optional<Part> part = Expressions.part(to.property());
            return place(expressions.property(scope, to.property()), layout.of(scope, variable, part), variable, part);
        }
        return new CopyTarget.Partner(partner(scope, ((PartnerLinkTarget) target).partnerLink()));
    }

    private CopyTarget target(int scope, BoundExpression expression) {
        VariableUse named = wholeVariable(expression);
        if (named != null) {
            return whole(scope, named.variable(), named.part());
        }
        Map<String, VariableUse> uses = expression.variables();
        CompiledExpression compiled = expressions.expression(scope, expression);
        if (uses.size() != 1) {
            return new CopyTarget.Place(compiled, null);
        }
        VariableUse use = uses.values().iterator().next();
        return place(compiled, layout.of(scope, use.variable(), use.part()), use.variable(), use.part());
    }

    /** Returns the variable or part that is the whole of an expression; null for other expressions. */
    private static VariableUse wholeVariable(BoundExpression expression) {
        String text = expression.expression().text().strip();
        return text.startsWith("$") ? expression.variables().get(text.substring(1)) : null;
    }

    /** Returns the source itself, or one that may have no value, where missing values of parts are accepted. */
    private CopySource unlessLacking(Reference slot, Optional<Part> part, CopySource.Value value) {
        return part.isPresent() && accepted.contains(Leniency.UNASSIGNED_PARTS)
                ? new CopySource.AssignedPart(slot, value)
                : value;
    }

    private CopyTarget place(CompiledExpression expression, Reference slot, Variable variable, Optional<Part> part) {
        Element root = layout.shape(variable, part).prototype();
        return new CopyTarget.Place(expression, new CopyTarget.Beginning(slot, expression.skeleton(root)));
    }

    private CopyTarget whole(int scope, Variable variable, Optional<Part> part) {
        if (part.isEmpty() && variable.type() instanceof MessageType) {
            return new CopyTarget.Message(layout.message(scope, variable));
        }
        return new CopyTarget.Whole(layout.of(scope, variable, part), layout.shape(variable, part));
    }

    PartnerSlot partner(int scope, PartnerLink link) {
        return new PartnerSlot(layout.partnerLink(scope, link), link.slot(), link.index(), link.name());
    }
}
