package io.soabench.engine.bpel.analysis;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.wsdl.Exchange;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.contracts.wsdl.Property;
import io.soabench.contracts.wsdl.PropertyAlias;
import io.soabench.engine.bpel.analysis.AnalysisInput.Named;
import io.soabench.engine.bpel.syntax.Bpel;
import io.soabench.engine.bpel.syntax.BpelProcess;
import io.soabench.engine.bpel.syntax.CorrelationSetDeclaration;
import io.soabench.engine.bpel.syntax.Extension;
import io.soabench.engine.bpel.syntax.PartnerLinkDeclaration;
import io.soabench.engine.bpel.syntax.VariableDeclaration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaElement;
import org.apache.ws.commons.schema.XmlSchemaSimpleType;
import org.apache.ws.commons.schema.XmlSchemaType;
import org.apache.ws.commons.schema.constants.Constants;

/** The rules about declarations: extensions, partner links, variables, correlation sets, property aliases. */
final class DeclarationRules {
    private DeclarationRules() {}

    /** Checks rule SA00001 for the port types of all imported documents, also for those that no partner link uses. */
    static void outputFirstOperations(AnalysisInput subject, Problems problems) {
        for (PortType portType : subject.wsdl().portTypes()) {
            portType.operations().stream()
                    .filter(operation -> operation.exchange() == Exchange.NOTIFICATION
                            || operation.exchange() == Exchange.SOLICIT_RESPONSE)
                    .forEach(operation -> problems.add(
                            "SA00001",
                            operation.location(),
                            "operation '" + operation.name() + "' of port type '" + portType.name()
                                    + "' is a notification or solicit-response, which WS-BPEL does not allow"));
        }
    }

    /** Checks the languages that the process declares, also those that no expression uses. */
    static void languages(AnalysisInput subject, Problems problems) {
        BpelProcess process = subject.process();
        language("queryLanguage", process.queryLanguage(), process, problems);
        language("expressionLanguage", process.expressionLanguage(), process, problems);
    }

    private static void language(String attribute, String language, BpelProcess process, Problems problems) {
        if (!Bpel.LANGUAGES.contains(language)) {
            problems.add(
                    "SA00004",
                    process.location().attribute(attribute),
                    "the language '" + language + "' is not supported; use '" + String.join("' or '", Bpel.LANGUAGES)
                            + "'");
        }
    }

    static void mandatoryExtensions(AnalysisInput subject, Problems problems) {
        subject.process().extensions().stream()
                .filter(Extension::mustUnderstand)
                .forEach(extension -> problems.add(
                        "SA00009",
                        extension.location().attribute("mustUnderstand"),
                        "extension '" + extension.namespace() + "' is mandatory, but no extension is supported"));
    }

    private static Stream<PartnerLinkDeclaration> partnerLinks(AnalysisInput subject) {
        return subject.bodies().stream().flatMap(body -> body.content().partnerLinks().stream());
    }

    static void partnerLinkWithoutRole(AnalysisInput subject, Problems problems) {
        partnerLinks(subject)
                .filter(link -> link.myRole().isEmpty() && link.partnerRole().isEmpty())
                .forEach(link -> problems.add(
                        "SA00016",
                        link.location(),
                        "partner link '" + link.name() + "' has no role; add 'myRole', 'partnerRole' or both"));
    }

    static void initializeWithoutPartnerRole(AnalysisInput subject, Problems problems) {
        partnerLinks(subject)
                .filter(link -> link.initializePartnerRole().isPresent()
                        && link.partnerRole().isEmpty())
                .forEach(link -> problems.add(
                        "SA00017",
                        link.location().attribute("initializePartnerRole"),
                        "partner link '" + link.name()
                                + "' has no partner role; remove 'initializePartnerRole' or add 'partnerRole'"));
    }

    static void partnerLinkNames(AnalysisInput subject, Problems problems) {
        subject.bodies()
                .forEach(body -> AnalysisInput.unique(
                        body.content().partnerLinks().stream()
                                .map(link -> new Named(link.name(), link.location()))
                                .toList(),
                        "SA00018",
                        "partner link",
                        problems));
    }

    static void ambiguousAliases(AnalysisInput subject, Problems problems) {
        List<PropertyAlias> aliases = subject.wsdl().propertyAliases();
        for (int i = 0; i < aliases.size(); i++) {
            PropertyAlias alias = aliases.get(i);
            List<PropertyAlias> earlier = aliases.subList(0, i).stream()
                    .filter(before -> isSameSubject(before, alias))
                    .toList();
            String sentence =
                    "a second propertyAlias of '" + alias.property() + "' for the same type; remove one of them";
            if (earlier.stream().anyMatch(before -> !hasSameText(before, alias))) {
                problems.add("SA00022", alias.location(), sentence);
            } else if (!earlier.isEmpty()) {
                problems.add(Leniency.SAME_DEFINITIONS, "SA00022", alias.location(), sentence);
            }
        }
    }

    private static boolean isSameSubject(PropertyAlias a, PropertyAlias b) {
        return a.property().equals(b.property())
                && a.messageType().equals(b.messageType())
                && a.type().equals(b.type())
                && a.element().equals(b.element())
                && !isCopy(a, b);
    }

    /** Returns true if two aliases are one alias, read from two copies of a document. This is no ambiguity. */
    private static boolean isCopy(PropertyAlias a, PropertyAlias b) {
        return !a.location().file().equals(b.location().file()) && hasSameText(a, b);
    }

    private static boolean hasSameText(PropertyAlias a, PropertyAlias b) {
        return a.part().equals(b.part())
                && a.query().map(Expression::text).equals(b.query().map(Expression::text))
                && a.query().map(Expression::language).equals(b.query().map(Expression::language))
                && a.query().map(Expression::namespaces).equals(b.query().map(Expression::namespaces));
    }

    static void variableNames(AnalysisInput subject, Problems problems) {
        subject.bodies()
                .forEach(body -> AnalysisInput.unique(
                        body.content().variables().stream()
                                .map(variable -> new Named(variable.name(), variable.location()))
                                .toList(),
                        "SA00023",
                        "variable",
                        problems));
    }

    static void variableTypes(AnalysisInput subject, Problems problems) {
        subject.bodies().stream()
                .flatMap(body -> body.content().variables().stream())
                .filter(variable -> typeCount(variable) != 1)
                .forEach(variable -> problems.add(
                        "SA00025",
                        variable.location(),
                        "variable '" + variable.name() + "' has " + typeCount(variable)
                                + " of 'messageType', 'type' and 'element'; give exactly one"));
    }

    private static long typeCount(VariableDeclaration variable) {
        return Stream.of(variable.messageType(), variable.type(), variable.element())
                .filter(Optional::isPresent)
                .count();
    }

    static void correlationSetNames(AnalysisInput subject, Problems problems) {
        subject.bodies()
                .forEach(body -> AnalysisInput.unique(
                        body.content().correlationSets().stream()
                                .map(set -> new Named(set.name(), set.location()))
                                .toList(),
                        "SA00044",
                        "correlation set",
                        problems));
    }

    static void correlationPropertyTypes(AnalysisInput subject, Problems problems) {
        subject.bodies().stream()
                .flatMap(body -> body.content().correlationSets().stream())
                .forEach(set -> correlationPropertyTypes(set, subject, problems));
    }

    private static void correlationPropertyTypes(
            CorrelationSetDeclaration set, AnalysisInput subject, Problems problems) {
        for (QName name : set.properties()) {
            subject.wsdl()
                    .property(name)
                    .filter(property -> !isSimple(property, subject))
                    .ifPresent(property -> problems.add(
                            "SA00045",
                            set.location().attribute("properties"),
                            "property '" + name + "' of correlation set '" + set.name()
                                    + "' has no simple type; use a property of a simple type"));
        }
    }

    /**
     * Returns whether a property has a simple type. Unknown types have a problem of their own and count as simple. A
     * property without a type is not simple.
     */
    private static boolean isSimple(Property property, AnalysisInput subject) {
        if (property.type().isEmpty() && property.element().isEmpty()) {
            return false;
        }
        Optional<XmlSchemaType> type = property.type()
                .map(name -> subject.wsdl().schemas().getTypeByQName(name))
                .or(() -> property.element()
                        .map(name -> subject.wsdl().schemas().getElementByQName(name))
                        .map(XmlSchemaElement::getSchemaType));
        // The collection has xsd:anyType among the simple types, though it is the most complex of all.
        return type.isEmpty()
                || (type.get() instanceof XmlSchemaSimpleType
                        && !Constants.XSD_ANYTYPE.equals(type.get().getQName()));
    }
}
