package io.soabench.maven;

import io.soabench.model.testbed.EventType;
import io.soabench.model.testbed.MetricType;
import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.ParameterizedType;
import io.soabench.model.testbed.TargetKind;
import io.soabench.model.testbed.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Descriptions of metric and event types for authors of models, as lines of text. */
final class TypeLines {

    private static final String INDENT = "    ";

    private TypeLines() {}

    /** Returns the measured quantity, its subject and its unit. */
    static String of(MetricType type) {
        String unit = type.getUnit() == null || type.getUnit() == Unit.NONE
                ? ""
                : ", " + type.getUnit().getLiteral();
        String total = type.isCounter()
                ? ", counted"
                : type.getTotal() == null
                        ? ""
                        : ", total from " + type.getTotal().getName();
        return INDENT + type.getName() + " of "
                + type.getTargets().stream().map(TargetKind::getLiteral).collect(Collectors.joining(", ")) + unit
                + total
                + (type.getTitle() == null ? "" : " – " + type.getTitle());
    }

    /** Returns the effect, and a line for each parameter. */
    static List<String> of(EventType type) {
        List<String> lines = new ArrayList<>();
        lines.add(INDENT + type.getName() + (type.getTitle() == null ? "" : " – " + type.getTitle()));
        for (ParameterDeclaration parameter : ((ParameterizedType) type).getParameters()) {
            lines.add(INDENT + INDENT + parameter.getName() + " " + ServerTypeSheet.values(parameter) + ", "
                    + ServerTypeSheet.defaultOf(parameter)
                    + (parameter.getDescription() == null ? "" : " – " + parameter.getDescription()));
        }
        return lines;
    }
}
