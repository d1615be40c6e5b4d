package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.wsdl.PartnerLinkType;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.contracts.wsdl.Property;
import io.soabench.contracts.wsdl.Role;
import io.soabench.engine.bpel.syntax.CorrelationSetDeclaration;
import io.soabench.engine.bpel.syntax.PartnerLinkDeclaration;
import io.soabench.engine.bpel.syntax.ScopeBody;
import io.soabench.engine.bpel.syntax.VariableDeclaration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/** A reader of the declarations of a scope, or of the process, into its frame. */
final class DeclarationBinding {
    private final Build build;
    private final DataTypes types;
    private final CopyBinding copies;

    DeclarationBinding(Build build, CopyBinding copies) {
        this.build = build;
        this.types = new DataTypes(build);
        this.copies = copies;
    }

    /** Declares a variable in the frame of a layer. */
    Variable variable(String name, VariableType type, boolean implicit, Location place, Names names) {
        Variable variable = Build.declare(
                build.variables,
                names.frame.variables,
                (index, slot) -> new Variable(index, names.frame.id, slot, name, type, implicit, place));
        names.variables.putIfAbsent(name, variable);
        return variable;
    }

    /** Declares all explicit declarations of a scope; the result has the initial values of its variables. */
    List<Initializer> declare(ScopeBody body, Names names) {
        body.partnerLinks().forEach(link -> partnerLink(link, names));
        body.messageExchanges()
                .forEach(exchange ->
                        names.declareExchange(exchange.name(), exchange.location(), build.messageExchanges));
        body.correlationSets().forEach(set -> correlationSet(set, names));
        List<Initializer> initializers = new ArrayList<>();
        for (VariableDeclaration element : body.variables()) {
            VariableType type = types.of(
                            element.messageType(),
                            element.type(),
                            element.element(),
                            element.location(),
                            "variable '" + element.name() + "'")
                    .orElse(DataTypes.UNKNOWN);
            variable(element.name(), type, false, element.location(), names);
        }
        for (VariableDeclaration element : body.variables()) {
            element.from()
                    .flatMap(from -> copies.source(from, names))
                    .ifPresent(
                            source -> initializers.add(new Initializer(names.variables.get(element.name()), source)));
        }
        return initializers;
    }

    private void correlationSet(CorrelationSetDeclaration element, Names names) {
        List<Property> properties = new ArrayList<>();
        for (QName name : element.properties()) {
            Optional<Property> property = build.wsdl.property(name);
            if (property.isEmpty()) {
                build.problem(
                        "SA00010",
                        element.location().attribute("properties"),
                        "property '" + name + "' of correlation set '" + element.name()
                                + "' is not defined in any imported document; import it or correct the name");
            }
            build.checkImported(
                    "property",
                    name,
                    element.location().attribute("properties"),
                    " of correlation set '" + element.name() + "'");
            property.ifPresent(properties::add);
        }
        CorrelationSet declared = Build.declare(
                build.correlationSets,
                names.frame.correlationSets,
                (index, slot) -> new CorrelationSet(
                        index, names.frame.id, slot, element.name(), properties, element.location()));
        names.correlationSets.putIfAbsent(element.name(), declared);
    }

    private void partnerLink(PartnerLinkDeclaration element, Names names) {
        Optional<PartnerLinkType> type = build.wsdl.partnerLinkType(element.partnerLinkType());
        if (type.isEmpty() && !element.partnerLinkType().getLocalPart().isEmpty()) {
            build.problem(
                    "SA00010",
                    element.location().attribute("partnerLinkType"),
                    "partner link type '" + element.partnerLinkType() + "' of partner link '" + element.name()
                            + "' is not defined in any imported document; import it or correct the name");
        }
        build.checkImported(
                "partner link type",
                element.partnerLinkType(),
                element.location().attribute("partnerLinkType"),
                " of partner link '" + element.name() + "'");
        Optional<PortType> mine = element.myRole().flatMap(role -> portType(type, role, "myRole", element));
        Optional<PortType> partners =
                element.partnerRole().flatMap(role -> portType(type, role, "partnerRole", element));
        PartnerLinkType known =
                type.orElseGet(() -> new PartnerLinkType(element.partnerLinkType(), List.of(), element.location()));
        PartnerLink declared = Build.declare(
                build.partnerLinks,
                names.frame.partnerLinks,
                (index, slot) -> new PartnerLink(
                        index,
                        names.frame.id,
                        slot,
                        element.name(),
                        known,
                        element.myRole(),
                        mine,
                        element.partnerRole(),
                        partners,
                        element.initializePartnerRole().orElse(false),
                        element.location()));
        names.partnerLinks.putIfAbsent(element.name(), declared);
    }

    private Optional<PortType> portType(
            Optional<PartnerLinkType> type, String role, String attribute, PartnerLinkDeclaration element) {
        Optional<Role> found = type.flatMap(t -> t.role(role));
        if (type.isPresent() && found.isEmpty()) {
            build.problem(
                    "SA00010",
                    element.location().attribute(attribute),
                    "partner link type '" + type.get().name() + "' has no role '" + role + "'; correct '" + attribute
                            + "'");
        }
        return found.flatMap(Role::portType);
    }
}
