package io.soabench.engine.runtime.compile;

import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.Part;
import io.soabench.engine.bpel.model.CorrelationSet;
import io.soabench.engine.bpel.model.ElementType;
import io.soabench.engine.bpel.model.MessageType;
import io.soabench.engine.bpel.model.PartBinding;
import io.soabench.engine.bpel.model.PartnerLink;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.model.SchemaType;
import io.soabench.engine.bpel.model.ScopeFrame;
import io.soabench.engine.bpel.model.Variable;
import io.soabench.engine.bpel.model.VariableUse;
import io.soabench.engine.runtime.activity.MessageSlots;
import io.soabench.engine.runtime.activity.SharedSlots;
import io.soabench.engine.runtime.activity.ValueShape;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.kernel.IsolationLocks;
import io.soabench.engine.runtime.kernel.LinkReference;
import io.soabench.engine.runtime.kernel.ScopeLayout;
import io.soabench.engine.runtime.schema.ValueSpace;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaCollection;
import org.apache.ws.commons.schema.XmlSchemaSimpleType;
import org.apache.ws.commons.schema.XmlSchemaSimpleTypeRestriction;

/** The run-time layout of a process: slots of variables and parts, and the way from scope to scope. */
final class SlotLayout {
    private static final Set<String> INTEGERS = Set.of(
            "byte",
            "int",
            "integer",
            "long",
            "negativeInteger",
            "nonNegativeInteger",
            "nonPositiveInteger",
            "positiveInteger",
            "short",
            "unsignedByte",
            "unsignedInt",
            "unsignedLong",
            "unsignedShort");

    private final int[] depths;
    private final int[] firstSlots;
    private final int[] slotCounts;
    private final List<ScopeFrame> frames;
    private final XmlSchemaCollection schemas;
    private Set<SlotUse> used;

    SlotLayout(ProcessModel model, XmlSchemaCollection schemas) {
        this.schemas = schemas;
        frames = model.frames();
        depths = new int[frames.size()];
        slotCounts = new int[frames.size()];
        firstSlots = new int[model.variables().size()];
        for (ScopeFrame frame : frames) {
            for (int at = frame.parent(); at >= 0; at = frames.get(at).parent()) {
                depths[frame.id()]++;
            }
            int next = 0;
            for (Variable variable : frame.variables()) {
                firstSlots[variable.index()] = next;
                next += variable.type() instanceof MessageType type
                        ? type.message().parts().size()
                        : 1;
            }
            slotCounts[frame.id()] = next;
        }
    }

    ScopeLayout scope(ScopeFrame frame) {
        return new ScopeLayout(
                frame.id(),
                slotCounts[frame.id()],
                frame.links().size(),
                frame.partnerLinks().size(),
                frame.correlationSets().size());
    }

    /** A slot of a scope that is used in another one. */
    private record SlotUse(int scope, IsolationLocks.Kind kind, int slot) {}

    private void use(int scope, IsolationLocks.Kind kind, int slot) {
        if (used != null) {
            used.add(new SlotUse(scope, kind, slot));
        }
    }

    /** Returns the slots of the scopes around a scope that a compilation uses. */
    SharedSlots shared(int inside, Runnable compilation) {
        used = new LinkedHashSet<>();
        compilation.run();
        List<SharedSlots.Slot> slots = used.stream()
                .filter(use -> use.scope() != inside && isAround(use.scope(), inside))
                .map(use -> new SharedSlots.Slot(hops(inside, use.scope()), use.kind(), use.slot()))
                .toList();
        used = null;
        return new SharedSlots(slots);
    }

    private boolean isAround(int outer, int inner) {
        int at = inner;
        while (at >= 0 && at != outer) {
            at = frames.get(at).parent();
        }
        return at == outer;
    }

    /** Returns the number of scopes outwards to a partner link. */
    int partnerLink(int from, PartnerLink link) {
        use(link.scope(), IsolationLocks.Kind.PARTNER_LINK, link.slot());
        return hops(from, link.scope());
    }

    /** Returns the number of scopes outwards to a correlation set. */
    int correlationSet(int from, CorrelationSet set) {
        use(set.scope(), IsolationLocks.Kind.CORRELATION_SET, set.slot());
        return hops(from, set.scope());
    }

    int hops(int from, int to) {
        return depths[from] - depths[to];
    }

    LinkReference link(int from, io.soabench.engine.bpel.model.Link link) {
        return new LinkReference(hops(from, link.scope()), link.slot());
    }

    /** Returns a variable that is not a message. */
    Reference variable(int from, Variable variable) {
        use(variable.scope(), IsolationLocks.Kind.VARIABLE, variable.slot());
        return new Reference(
                hops(from, variable.scope()), firstSlots[variable.index()], kind(variable), variable.name());
    }

    Reference part(int from, Variable variable, Part part) {
        use(variable.scope(), IsolationLocks.Kind.VARIABLE, variable.slot());
        return new Reference(
                hops(from, variable.scope()),
                firstSlots[variable.index()] + part.index(),
                part.type().map(this::kind).orElse(Reference.Kind.NODE),
                variable.name() + "." + part.name());
    }

    Reference of(int from, Variable variable, Optional<Part> part) {
        return part.map(one -> part(from, variable, one)).orElseGet(() -> variable(from, variable));
    }

    /** Returns all slots of a variable, as the parts of a message. */
    MessageSlots message(int from, Variable variable) {
        if (!(variable.type() instanceof MessageType type)) {
            return new MessageSlots(null, List.of(variable(from, variable)));
        }
        List<Reference> parts = type.message().parts().stream()
                .map(part -> part(from, variable, part))
                .toList();
        return new MessageSlots(name(type.name()), parts);
    }

    /** Returns the form of values in a variable or part: under the name of its element, or else its own. */
    ValueShape shape(Variable variable, Optional<Part> part) {
        Optional<QName> element = element(new VariableUse(variable, part));
        Reference.Kind kind =
                part.isPresent() ? part.get().type().map(this::kind).orElse(Reference.Kind.NODE) : kind(variable);
        return new ValueShape(
                element.map(name -> Element.empty(name.getPrefix(), name.getNamespaceURI(), name.getLocalPart()))
                        .orElseGet(
                                () -> Element.empty("", "", part.map(Part::name).orElse(variable.name()))),
                kind != Reference.Kind.NODE);
    }

    /** Returns the element that a variable or part is declared by; empty where it has a type. */
    static Optional<QName> element(VariableUse use) {
        return use.part().isPresent() ? use.part().get().element() : element(use.variable());
    }

    private static Optional<QName> element(Variable variable) {
        return variable.type() instanceof ElementType type ? Optional.of(type.name()) : Optional.empty();
    }

    /**
     * Returns the slots that a message is read from: those of one variable, or of variables for parts; null when there
     * are neither.
     */
    MessageSlots sent(int from, Message message, Optional<Variable> variable, List<PartBinding> bindings) {
        return message(
                from,
                message,
                variable,
                bindings,
                binding -> binding.part().element().isEmpty()
                        ? null
                        : shape(binding.variable(), Optional.of(binding.part())));
    }

    /** Returns the slots that a message is written to; null when there are none. */
    MessageSlots received(int from, Message message, Optional<Variable> variable, List<PartBinding> bindings) {
        return message(from, message, variable, bindings, binding -> shape(binding.variable(), Optional.empty()));
    }

    private MessageSlots message(
            int from,
            Message message,
            Optional<Variable> variable,
            List<PartBinding> bindings,
            Function<PartBinding, ValueShape> shape) {
        if (variable.isPresent()) {
            MessageSlots slots = message(from, variable.get());
            return slots.messageType() == null ? new MessageSlots(name(message.name()), slots.parts()) : slots;
        }
        if (bindings.isEmpty()) {
            return null;
        }
        List<Reference> parts = new ArrayList<>();
        List<ValueShape> shapes = new ArrayList<>();
        for (Part part : message.parts()) {
            Optional<PartBinding> bound = bindings.stream()
                    .filter(binding -> binding.part().index() == part.index())
                    .findFirst();
            parts.add(bound.map(binding -> variable(from, binding.variable())).orElse(null));
            shapes.add(bound.filter(binding -> element(binding.variable()).isEmpty()
                            || !element(binding.variable()).equals(part.element()))
                    .map(shape)
                    .orElse(null));
        }
        boolean same = shapes.stream().allMatch(Objects::isNull);
        return new MessageSlots(name(message.name()), parts, same ? null : shapes);
    }

    private Reference.Kind kind(Variable variable) {
        return variable.type() instanceof SchemaType type ? kind(type.name()) : Reference.Kind.NODE;
    }

    /** Returns the equality of values of a type; null when their texts decide it. */
    ValueSpace values(QName type) {
        return ValueSpace.of(schemas, type);
    }

    /**
     * Returns the kind that XPath sees in a value of a type. A type derived by restriction counts as its base (section
     * 8.2.2).
     */
    Reference.Kind kind(QName name) {
        Set<QName> seen = new HashSet<>();
        QName at = name;
        while (!at.getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)) {
            if (!(schemas.getTypeByQName(at) instanceof XmlSchemaSimpleType type)) {
                return Reference.Kind.NODE;
            }
            QName base = base(type);
            if (base == null || !seen.add(at)) {
                return Reference.Kind.STRING;
            }
            at = base;
        }
        return at.getLocalPart().equals("anyType") ? Reference.Kind.NODE : simpleKind(at.getLocalPart());
    }

    /** Returns the named type that a type restricts; null for a list or a union. */
    private static QName base(XmlSchemaSimpleType type) {
        XmlSchemaSimpleType at = type;
        while (at != null && at.getContent() instanceof XmlSchemaSimpleTypeRestriction restriction) {
            if (restriction.getBaseTypeName() != null) {
                return restriction.getBaseTypeName();
            }
            at = restriction.getBaseType();
        }
        return null;
    }

    private static Reference.Kind simpleKind(String type) {
        return switch (type) {
            case "boolean" -> Reference.Kind.BOOLEAN;
            case "decimal" -> Reference.Kind.DECIMAL;
            case "double", "float" -> Reference.Kind.NUMBER;
            default -> INTEGERS.contains(type) ? Reference.Kind.INTEGER : Reference.Kind.STRING;
        };
    }

    static QualifiedName name(QName name) {
        return new QualifiedName(name.getNamespaceURI(), name.getLocalPart());
    }
}
