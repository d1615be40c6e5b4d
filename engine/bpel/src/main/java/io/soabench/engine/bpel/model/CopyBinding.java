package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.XmlNode;
import io.soabench.contracts.source.XmlText;
import io.soabench.contracts.wsdl.Part;
import io.soabench.engine.bpel.syntax.Copy;
import io.soabench.engine.bpel.syntax.From;
import io.soabench.engine.bpel.syntax.FromExpression;
import io.soabench.engine.bpel.syntax.FromLiteral;
import io.soabench.engine.bpel.syntax.FromNothing;
import io.soabench.engine.bpel.syntax.FromPartnerLink;
import io.soabench.engine.bpel.syntax.FromProperty;
import io.soabench.engine.bpel.syntax.FromVariable;
import io.soabench.engine.bpel.syntax.To;
import io.soabench.engine.bpel.syntax.ToExpression;
import io.soabench.engine.bpel.syntax.ToNothing;
import io.soabench.engine.bpel.syntax.ToPartnerLink;
import io.soabench.engine.bpel.syntax.ToProperty;
import io.soabench.engine.bpel.syntax.ToVariable;
import java.util.List;
import java.util.Optional;

/** A resolver of the references of a copy. */
final class CopyBinding {
    private final Build build;
    private final ExpressionBinding expressions;

    CopyBinding(Build build, ExpressionBinding expressions) {
        this.build = build;
        this.expressions = expressions;
    }

    Optional<BoundCopy> copy(Copy copy, Names names) {
        Optional<FromSpec> source = source(copy.from(), names);
        Optional<ToSpec> target = target(copy.to(), names);
        if (source.isEmpty() || target.isEmpty()) {
            return Optional.empty();
        }
        new CopyTypes(build).check(copy, source.get(), target.get());
        return Optional.of(new BoundCopy(
                source.get(), target.get(), copy.keepSrcElementName(), copy.ignoreMissingFromData(), copy.location()));
    }

    Optional<FromSpec> source(From from, Names names) {
        if (from instanceof FromVariable f) {
            return variable(f.variable(), f.location(), names)
                    .flatMap(variable -> part(variable, f.part(), f.location())
                            .map(part -> new VariableSource(variable, part, query(f.query(), names))));
        }
        if (from instanceof FromPartnerLink f) {
            return partnerLink(f.partnerLink(), f.location(), names).flatMap(link -> role(link, f));
        }
        if (from instanceof FromProperty f) {
            return variable(f.variable(), f.location(), names)
                    .flatMap(variable -> expressions.property(
                            variable, f.property(), f.location().attribute("property")))
                    .map(PropertySource::new);
        }
        if (from instanceof FromExpression f) {
            return Optional.of(new ExpressionSource(expressions.expression(f.expression(), names)));
        }
        if (from instanceof FromLiteral f) {
            return literal(f);
        }
        if (from instanceof FromNothing f) {
            build.problem(
                    "SA00032",
                    f.location(),
                    "'from' is none of the variants of the standard; give a variable, partner link, literal or expression");
        }
        return Optional.empty();
    }

    private Optional<FromSpec> role(PartnerLink link, FromPartnerLink from) {
        Optional<String> role = from.myRole() ? link.myRole() : link.partnerRole();
        if (role.isEmpty()) {
            build.problem(
                    from.myRole() ? "SA00035" : "SA00036",
                    from.location().attribute("endpointReference"),
                    "partner link '" + link.name() + "' has no attribute '" + (from.myRole() ? "myRole" : "partnerRole")
                            + "', so it has no such endpoint reference");
        }
        return Optional.of(new PartnerLinkSource(link, from.myRole()));
    }

    private Optional<FromSpec> literal(FromLiteral from) {
        List<XmlNode> content = from.literal().children().stream()
                .filter(node -> !(node instanceof XmlText text && text.isBlank()))
                .toList();
        if (content.size() > 1) {
            build.problem(
                    "SA00038",
                    from.location(),
                    "'literal' has " + content.size() + " pieces of content; it must have one element or only text");
        }
        return Optional.of(new LiteralSource(from.literal()));
    }

    private Optional<ToSpec> target(To to, Names names) {
        if (to instanceof ToVariable t) {
            return variable(t.variable(), t.location(), names)
                    .flatMap(variable -> part(variable, t.part(), t.location())
                            .map(part -> new VariableTarget(variable, part, query(t.query(), names))));
        }
        if (to instanceof ToPartnerLink t) {
            Optional<PartnerLink> link = partnerLink(t.partnerLink(), t.location(), names);
            link.filter(found -> found.partnerRole().isEmpty())
                    .ifPresent(found -> build.problem(
                            "SA00037",
                            t.location().attribute("partnerLink"),
                            "partner link '" + found.name()
                                    + "' has no attribute 'partnerRole', so nothing can be copied to it"));
            return link.map(PartnerLinkTarget::new);
        }
        if (to instanceof ToProperty t) {
            return variable(t.variable(), t.location(), names)
                    .flatMap(variable -> expressions.property(
                            variable, t.property(), t.location().attribute("property")))
                    .map(PropertyTarget::new);
        }
        if (to instanceof ToExpression t) {
            return Optional.of(new ExpressionTarget(expressions.target(t.expression(), names)));
        }
        if (to instanceof ToNothing t) {
            build.problem(
                    "SA00032",
                    t.location(),
                    "'to' is none of the variants of the standard; give a variable, partner link or expression");
        }
        return Optional.empty();
    }

    private Optional<BoundExpression> query(Optional<Expression> query, Names names) {
        return query.map(text -> expressions.query(text, names));
    }

    private Optional<Variable> variable(String name, Location place, Names names) {
        Optional<Variable> variable = names.variable(name);
        if (variable.isEmpty()) {
            build.problem(
                    build.isEventVariable(name) ? "SA00095" : "BPEL-VARIABLE",
                    place.attribute("variable"),
                    "variable '" + name + "' is not declared here; declare it or correct the name");
        }
        return variable.filter(found -> found.type() != DataTypes.UNKNOWN);
    }

    private Optional<PartnerLink> partnerLink(String name, Location place, Names names) {
        Optional<PartnerLink> link = names.partnerLink(name);
        if (link.isEmpty()) {
            build.problem(
                    "SA00010",
                    place.attribute("partnerLink"),
                    "partner link '" + name + "' is not declared here; declare it or correct the name");
        }
        return link;
    }

    /** Returns the part of a variable: an empty inner value if no part is named, an empty outer one after a problem. */
    private Optional<Optional<Part>> part(Variable variable, Optional<String> name, Location place) {
        if (name.isEmpty()) {
            return Optional.of(Optional.empty());
        }
        if (!(variable.type() instanceof MessageType type)) {
            build.problem(
                    "SA00034",
                    place.attribute("part"),
                    "variable '" + variable.name() + "' does not hold a message, so 'part' must not be used with it");
            return Optional.empty();
        }
        Optional<Part> part = type.message().part(name.get());
        if (part.isEmpty()) {
            build.problem(
                    "BPEL-PART",
                    place.attribute("part"),
                    "message '" + type.name() + "' of variable '" + variable.name() + "' has no part '" + name.get()
                            + "'; correct the name");
            return Optional.empty();
        }
        return Optional.of(part);
    }
}
