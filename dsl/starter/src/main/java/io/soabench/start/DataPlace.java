package io.soabench.start;

import io.soabench.contracts.sample.TypePlace;
import io.soabench.contracts.wsdl.Part;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.bpel.model.BoundExpression;
import io.soabench.engine.bpel.model.ElementType;
import io.soabench.engine.bpel.model.ExpressionSource;
import io.soabench.engine.bpel.model.ExpressionTarget;
import io.soabench.engine.bpel.model.FromSpec;
import io.soabench.engine.bpel.model.MessageType;
import io.soabench.engine.bpel.model.SchemaType;
import io.soabench.engine.bpel.model.ToSpec;
import io.soabench.engine.bpel.model.Variable;
import io.soabench.engine.bpel.model.VariableSource;
import io.soabench.engine.bpel.model.VariableTarget;
import io.soabench.engine.bpel.model.VariableUse;
import io.soabench.generators.soap.AliasPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;

/**
 * A place in a variable that the text of a process names.
 *
 * @param part of a message; empty: the whole variable
 * @param path elements below the root of the variable or part, without that root; empty: all of it
 */
record DataPlace(Variable variable, Optional<Part> part, List<QName> path) {

    private static final Pattern PATH = Pattern.compile("\\$([\\w.-]+)(?:/(.+))?", Pattern.DOTALL);

    DataPlace {
        path = List.copyOf(path);
    }

    /** Returns the place from which a value comes; empty when the source is no place, or is not named simply. */
    static Optional<DataPlace> of(FromSpec source) {
        if (source instanceof VariableSource from) {
            return of(from.variable(), from.part(), from.query());
        }
        return source instanceof ExpressionSource from ? of(from.expression()) : Optional.empty();
    }

    /** Returns the place to which a value goes; empty when the target is not named simply. */
    static Optional<DataPlace> of(ToSpec target) {
        if (target instanceof VariableTarget to) {
            return of(to.variable(), to.part(), to.query());
        }
        return target instanceof ExpressionTarget to ? of(to.expression()) : Optional.empty();
    }

    private static Optional<DataPlace> of(Variable variable, Optional<Part> part, Optional<BoundExpression> query) {
        return query.isEmpty()
                ? Optional.of(new DataPlace(variable, part, List.of()))
                : query.flatMap(each -> AliasPath.steps(
                                each.expression().text().strip(),
                                each.expression().namespaces()))
                        .map(steps -> new DataPlace(variable, part, steps));
    }

    private static Optional<DataPlace> of(BoundExpression expression) {
        Matcher path = PATH.matcher(expression.expression().text().strip());
        VariableUse use = path.matches() ? expression.variables().get(path.group(1)) : null;
        if (use == null) {
            return Optional.empty();
        }
        return (path.group(2) == null
                        ? Optional.of(List.<QName>of())
                        : AliasPath.steps(path.group(2), expression.expression().namespaces()))
                .map(steps -> new DataPlace(use.variable(), use.part(), steps));
    }

    /** Returns the element that it begins with; empty when there is none. */
    Optional<QName> root() {
        if (part.isPresent()) {
            return part.get().element();
        }
        return variable.type() instanceof ElementType element ? Optional.of(element.name()) : Optional.empty();
    }

    /** Returns the elements from the root of the body on, if the place begins there. */
    Optional<List<QName>> fromRoot() {
        return root().map(root -> {
            List<QName> all = new ArrayList<>(List.of(root));
            all.addAll(path);
            return all;
        });
    }

    /** Returns whether the place is a message with all its parts. */
    boolean isMessage() {
        return part.isEmpty() && variable.type() instanceof MessageType;
    }

    /** Returns whether the schema allows only text at this place. A copy from or to such a place is a text. */
    boolean isPlain(WsdlDefinitions wsdl) {
        if (variable.type() instanceof SchemaType type) {
            return type.simple() && path.isEmpty();
        }
        Optional<TypePlace> place = root().isPresent()
                ? TypePlace.element(wsdl.schemas(), root().get())
                : part.flatMap(Part::type).flatMap(type -> TypePlace.ofType(wsdl.schemas(), type));
        for (QName step : path) {
            place = place.flatMap(each -> each.child(step));
        }
        return place.filter(TypePlace::isPlain).isPresent();
    }
}
