package io.soabench.ide.feature;

import io.soabench.model.testbed.MetricType;
import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.ParameterKind;
import io.soabench.model.testbed.ParameterizedType;
import io.soabench.model.testbed.PortDeclaration;
import io.soabench.model.testbed.ServerType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.nodemodel.ICompositeNode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;

/** The declarations of plug-ins, as Markdown. */
final class TypeSheet {

    private TypeSheet() {}

    /** Returns the sheet of a server type, with its ports and parameters. */
    static String of(ServerType type, Optional<io.soabench.plugin.ServerType> installed) {
        List<String> parts = new ArrayList<>();
        parts.add("**server type " + type.getName() + "**" + title(type.getTitle()));
        List<String> abilities = new ArrayList<>();
        if (type.isRunsProcesses()) {
            abilities.add("runs processes in " + type.getLanguage().getLiteral());
        }
        if (type.isServesServices()) {
            abilities.add("serves services");
        }
        if (type.isRegistersServices()) {
            abilities.add("registers services");
        }
        abilities.add("licence " + (type.getLicence() == null ? "not said" : type.getLicence()));
        if (!type.getPorts().isEmpty()) {
            abilities.add("ports "
                    + type.getPorts().stream().map(PortDeclaration::getName).collect(Collectors.joining(", ")));
        }
        parts.add(String.join(" · ", abilities));
        if (!type.getParameters().isEmpty()) {
            parts.add(table(type));
        }
        installed
                .filter(known -> !known.limits().isEmpty())
                .ifPresent(known -> parts.add("Limits:\n"
                        + known.limits().stream().map(limit -> "- " + limit).collect(Collectors.joining("\n"))));
        return String.join("\n\n", parts);
    }

    private static String title(String title) {
        return title == null ? "" : " – " + title;
    }

    private static String table(ParameterizedType type) {
        return "| parameter | default | values | meaning |\n|---|---|---|---|\n"
                + type.getParameters().stream()
                        .map(parameter -> "| `" + parameter.getName() + "` | " + defaultOf(parameter) + " | "
                                + values(parameter).replace("|", "\\|") + " | " + meaning(parameter) + " |")
                        .collect(Collectors.joining("\n"));
    }

    /** Returns the sheet of a parameter of a server or event. */
    static String of(ParameterDeclaration parameter) {
        return "**parameter " + parameter.getName() + "** of "
                + ((ParameterizedType) parameter.eContainer()).getName()
                + "\n\n" + meaning(parameter) + "\n\nvalues: " + values(parameter) + "; default: "
                + defaultOf(parameter);
    }

    /** Returns the sheet of a metric type. */
    static String of(MetricType type) {
        return "**metric " + type.getName() + "**" + title(type.getTitle()) + "\n\nof "
                + type.getTargets().stream().map(Object::toString).collect(Collectors.joining(", "))
                + (type.isCounter() ? "; counts: `total` is the count, other statistics are of the rate a second" : "");
    }

    static String meaning(ParameterDeclaration parameter) {
        return parameter.getDescription() == null ? "" : parameter.getDescription();
    }

    static String defaultOf(ParameterDeclaration parameter) {
        return parameter.getDefault() == null ? "must be set" : "`" + text(parameter.getDefault()) + "`";
    }

    static String values(ParameterDeclaration parameter) {
        if (parameter.getKind() == ParameterKind.CHOICE) {
            return String.join(" | ", parameter.getChoices());
        }
        return parameter.getKind().getLiteral()
                + (parameter.getMin() == null ? "" : " from " + text(parameter.getMin()))
                + (parameter.getMax() == null ? "" : " up to " + text(parameter.getMax()));
    }

    /** Returns the source text of an element, on one line. */
    static String text(EObject element) {
        ICompositeNode node = NodeModelUtils.getNode(element);
        return node == null ? "" : NodeModelUtils.getTokenText(node);
    }
}
