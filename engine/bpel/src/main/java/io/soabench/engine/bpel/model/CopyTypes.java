package io.soabench.engine.bpel.model;

import io.soabench.engine.bpel.source.XmlElement;
import io.soabench.engine.bpel.syntax.Copy;
import io.soabench.engine.bpel.wsdl.Part;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaElement;
import org.apache.ws.commons.schema.XmlSchemaSimpleType;

/** Whether source and target of a copy go together (rules SA00042, SA00043, SA00094). */
final class CopyTypes {
    private final Build build;

    CopyTypes(Build build) {
        this.build = build;
    }

    void check(Copy copy, CopySource source, CopyTarget target) {
        checkMessages(copy, source, target);
        if (copy.keepSrcElementName().isPresent()) {
            checkElements(copy, source, target);
        }
        if (copy.keepSrcElementName().orElse(false)) {
            checkSubstitution(copy, source, target);
        }
    }

    // ---- SA00043: whole messages

    private void checkMessages(Copy copy, CopySource source, CopyTarget target) {
        Optional<QName> from = whole(source).flatMap(CopyTypes::message);
        Optional<QName> to = whole(target).flatMap(CopyTypes::message);
        if (!from.equals(to)) {
            build.problem(
                    "SA00043",
                    copy.location(),
                    "cannot copy " + describe(from) + " to " + describe(to)
                            + "; a whole message can only be copied to a variable of the same message type");
        }
    }

    private static Optional<Variable> whole(CopySource source) {
        return source instanceof VariableSource s
                        && s.part().isEmpty()
                        && s.query().isEmpty()
                ? Optional.of(s.variable())
                : Optional.empty();
    }

    private static Optional<Variable> whole(CopyTarget target) {
        return target instanceof VariableTarget t
                        && t.part().isEmpty()
                        && t.query().isEmpty()
                ? Optional.of(t.variable())
                : Optional.empty();
    }

    private static Optional<QName> message(Variable variable) {
        return variable.type() instanceof MessageType type ? Optional.of(type.name()) : Optional.empty();
    }

    private static String describe(Optional<QName> message) {
        return message.map(name -> "a message '" + name + "'").orElse("a value that is not a whole message");
    }

    // ---- SA00042: keepSrcElementName is about elements

    private void checkElements(Copy copy, CopySource source, CopyTarget target) {
        boolean textSource = source instanceof PropertySource
                || (source instanceof LiteralSource literal
                        && literal.literal().elements().findAny().isEmpty())
                || (source instanceof VariableSource s && s.query().isEmpty() && isNoElement(s.variable(), s.part()));
        boolean textTarget = target instanceof PropertyTarget
                || (target instanceof VariableTarget t && t.query().isEmpty() && isNoElement(t.variable(), t.part()));
        if (textSource || textTarget) {
            build.problem(
                    "SA00042",
                    copy.location(),
                    "'keepSrcElementName' is only for copies from element to element, but the "
                            + (textSource ? "source" : "target") + " is none; remove it");
        }
    }

    private boolean isNoElement(Variable variable, Optional<Part> part) {
        if (part.isPresent()) {
            return part.get()
                    .type()
                    .filter(name -> build.wsdl.schemas().getTypeByQName(name) instanceof XmlSchemaSimpleType)
                    .isPresent();
        }
        return variable.type() instanceof MessageType || (variable.type() instanceof SchemaType type && type.simple());
    }

    // ---- SA00094: the name kept must be allowed there

    private void checkSubstitution(Copy copy, CopySource source, CopyTarget target) {
        Optional<QName> from = sourceElement(source);
        Optional<QName> to = target instanceof VariableTarget t && t.query().isEmpty()
                ? element(t.variable(), t.part())
                : Optional.empty();
        if (from.isPresent() && to.isPresent() && !isSubstitute(from.get(), to.get())) {
            build.problem(
                    "SA00094",
                    copy.location(),
                    "with 'keepSrcElementName' element '" + from.get() + "' would replace '" + to.get()
                            + "', which it is no substitute for");
        }
    }

    private static Optional<QName> sourceElement(CopySource source) {
        if (source instanceof LiteralSource literal) {
            return literal.literal().elements().findFirst().map(XmlElement::name);
        }
        return source instanceof VariableSource s && s.query().isEmpty()
                ? element(s.variable(), s.part())
                : Optional.empty();
    }

    private static Optional<QName> element(Variable variable, Optional<Part> part) {
        if (part.isPresent()) {
            return part.get().element();
        }
        return variable.type() instanceof ElementType type ? Optional.of(type.name()) : Optional.empty();
    }

    private boolean isSubstitute(QName element, QName head) {
        Set<QName> seen = new HashSet<>();
        QName name = element;
        while (name != null && seen.add(name)) {
            if (name.equals(head)) {
                return true;
            }
            XmlSchemaElement declared = build.wsdl.schemas().getElementByQName(name);
            name = declared == null ? null : declared.getSubstitutionGroup();
        }
        return false;
    }
}
