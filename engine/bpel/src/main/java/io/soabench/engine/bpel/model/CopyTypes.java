package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.XmlElement;
import io.soabench.contracts.wsdl.Part;
import io.soabench.engine.bpel.syntax.Bpel;
import io.soabench.engine.bpel.syntax.Copy;
import io.soabench.engine.bpel.xpath.XPath;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaElement;
import org.apache.ws.commons.schema.XmlSchemaSimpleType;

/** A check of the types of source and target of a copy (rules SA00042, SA00043, SA00094). */
final class CopyTypes {
    private final Build build;

    CopyTypes(Build build) {
        this.build = build;
    }

    void check(Copy copy, FromSpec source, ToSpec target) {
        checkMessages(copy, source, target);
        if (copy.keepSrcElementName().isPresent()) {
            checkElements(copy, source, target);
        }
        if (copy.keepSrcElementName().orElse(false)) {
            checkSubstitution(copy, source, target);
        }
    }

    // ---- SA00043: whole messages

    private void checkMessages(Copy copy, FromSpec source, ToSpec target) {
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

    private static Optional<Variable> whole(FromSpec source) {
        return source instanceof VariableSource s
                        && s.part().isEmpty()
                        && s.query().isEmpty()
                ? Optional.of(s.variable())
                : Optional.empty();
    }

    private static Optional<Variable> whole(ToSpec target) {
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

    // ---- types of source and target of a copy, as far as the text fixes them

    /**
     * The data at one side of a copy: a whole variable or part, the selection of an expression or query, or neither.
     */
    private record Data(Optional<VariableUse> whole, Optional<BoundExpression> path) {
        static final Data OTHER = new Data(Optional.empty(), Optional.empty());

        static Data of(Variable variable, Optional<Part> part, Optional<BoundExpression> query) {
            return query.isPresent()
                    ? new Data(Optional.empty(), query)
                    : new Data(Optional.of(new VariableUse(variable, part)), Optional.empty());
        }

        static Data of(BoundExpression expression) {
            Optional<VariableUse> whole =
                    parsed(expression).flatMap(XPath::variable).map(expression.variables()::get);
            return new Data(whole, whole.isPresent() ? Optional.empty() : Optional.of(expression));
        }

        static Data of(FromSpec source) {
            if (source instanceof VariableSource s) {
                return of(s.variable(), s.part(), s.query());
            }
            return source instanceof ExpressionSource s ? of(s.expression()) : OTHER;
        }

        static Data of(ToSpec target) {
            if (target instanceof VariableTarget t) {
                return of(t.variable(), t.part(), t.query());
            }
            return target instanceof ExpressionTarget t ? of(t.expression()) : OTHER;
        }
    }

    private static Optional<XPath> parsed(BoundExpression bound) {
        return bound.expression().language().equals(Bpel.XPATH)
                        || bound.expression().language().equals(Bpel.XPATH_2)
                ? XPath.parse(bound.expression().text()).expression()
                : Optional.empty();
    }

    // ---- SA00042: keepSrcElementName is about elements

    private void checkElements(Copy copy, FromSpec source, ToSpec target) {
        boolean textSource = source instanceof PropertySource
                || (source instanceof LiteralSource literal
                        && literal.literal().elements().findAny().isEmpty())
                || isNoElement(Data.of(source));
        boolean textTarget = target instanceof PropertyTarget || isNoElement(Data.of(target));
        if (textSource || textTarget) {
            build.problem(
                    "SA00042",
                    copy.location(),
                    "'keepSrcElementName' is only for copies from element to element, but the "
                            + (textSource ? "source" : "target") + " is none; remove it");
        }
    }

    private boolean isNoElement(Data data) {
        return data.whole()
                        .filter(use -> isNoElement(use.variable(), use.part()))
                        .isPresent()
                || data.path()
                        .flatMap(CopyTypes::parsed)
                        .filter(path -> path.result().kind() == XPath.Kind.VALUE)
                        .isPresent();
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

    private void checkSubstitution(Copy copy, FromSpec source, ToSpec target) {
        Optional<QName> from = source instanceof LiteralSource literal
                ? literal.literal().elements().findFirst().map(XmlElement::name)
                : element(Data.of(source));
        Optional<QName> to = Data.of(target).whole().flatMap(use -> element(use.variable(), use.part()));
        if (from.isPresent() && to.isPresent() && !isSubstitute(from.get(), to.get())) {
            build.problem(
                    "SA00094",
                    copy.location(),
                    "with 'keepSrcElementName' element '" + from.get() + "' would replace '" + to.get()
                            + "', which it is no substitute for; remove 'keepSrcElementName'");
        }
    }

    private static Optional<QName> element(Data data) {
        Optional<QName> whole = data.whole().flatMap(use -> element(use.variable(), use.part()));
        return whole.isPresent()
                ? whole
                : data.path().flatMap(path -> parsed(path)
                        .flatMap(parsed -> parsed.result().element())
                        .flatMap(name -> qualified(name, path.expression())));
    }

    /** Returns the name of a step; one without prefix is in no namespace (XPath 1.0, section 2.3). */
    private static Optional<QName> qualified(XPath.Name name, Expression expression) {
        return name.prefix().isEmpty()
                ? Optional.of(new QName(name.local()))
                : Optional.ofNullable(expression.namespaces().get(name.prefix()))
                        .map(namespace -> new QName(namespace, name.local()));
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
