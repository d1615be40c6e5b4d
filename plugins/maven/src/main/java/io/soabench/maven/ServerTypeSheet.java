package io.soabench.maven;

import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.ParameterKind;
import io.soabench.model.testbed.PortDeclaration;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.TextValue;
import io.soabench.model.testbed.Unit;
import io.soabench.model.testbed.Value;
import io.soabench.model.testbed.WordValue;
import io.soabench.plugin.Database;
import io.soabench.plugin.Durability;
import io.soabench.plugin.Engine;
import io.soabench.plugin.ServerType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A description of a server type for authors of models, as lines of text. It contains roles, licence and ports, a table
 * of parameters, notices for readers of results, and limits.
 */
final class ServerTypeSheet {

    /** The number of columns; Maven writes eight before each line. */
    private static final int WIDTH = 112;

    private static final String INDENT = "    ";
    private static final String GAP = "  ";
    private static final List<String> HEAD = List.of("parameter", "default", "values", "meaning");

    private final io.soabench.model.testbed.ServerType declared;
    private final Optional<ServerType> installed;

    /**
     * Creates the sheet.
     *
     * @param installed the part of the plug-in for drivers; empty when it is missing
     */
    ServerTypeSheet(io.soabench.model.testbed.ServerType declared, Optional<ServerType> installed) {
        this.declared = declared;
        this.installed = installed;
    }

    /** Returns the sheet. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(declared.getName() + (declared.getTitle() == null ? "" : " – " + declared.getTitle()));
        lines.add(INDENT + abilities() + " · licence "
                + (declared.getLicence() == null ? "unknown" : declared.getLicence()) + ports());
        if (installed.isEmpty()) {
            lines.add(INDENT + "cannot be run: declared, but its driver part is not installed");
        }
        if (!declared.getParameters().isEmpty()) {
            lines.add("");
            lines.addAll(table());
        }
        installed
                .filter(type -> type instanceof Engine || type instanceof Database)
                .ifPresent(type -> {
                    lines.add("");
                    Durability kept = type.durability(defaults());
                    lines.addAll(wrapped(
                            INDENT + "durability" + GAP,
                            kept.level().word() + " by default: it " + kept.sentence() + "."));
                });
        installed.filter(type -> !type.notice().isEmpty()).ifPresent(type -> {
            lines.add("");
            lines.addAll(wrapped(INDENT + "notice" + GAP, type.notice()));
        });
        installed.filter(type -> !type.limits().isEmpty()).ifPresent(type -> {
            lines.add("");
            String first = INDENT + "limits" + GAP;
            for (String limit : type.limits()) {
                lines.addAll(wrapped(first + "- ", limit));
                first = " ".repeat(first.length());
            }
        });
        return lines;
    }

    private Map<String, String> defaults() {
        return declared.getParameters().stream()
                .filter(parameter -> parameter.getDefault() != null)
                .collect(Collectors.toMap(ParameterDeclaration::getName, ServerTypeSheet::defaultOf, (a, b) -> a));
    }

    private String abilities() {
        List<String> abilities = new ArrayList<>();
        if (declared.isRunsProcesses()) {
            abilities.add("runs processes in " + declared.getLanguage().getLiteral());
        }
        if (declared.isServesServices()) {
            abilities.add("serves services");
        }
        if (declared.isRegistersServices()) {
            abilities.add("registers services");
        }
        if (installed.filter(Database.class::isInstance).isPresent()) {
            abilities.add("keeps the tables of engines");
        }
        return String.join(", ", abilities);
    }

    private String ports() {
        return declared.getPorts().isEmpty()
                ? ""
                : declared.getPorts().stream()
                        .map(ServerTypeSheet::port)
                        .collect(Collectors.joining(", ", " · ports ", ""));
    }

    private static String port(PortDeclaration port) {
        return port.getName()
                + (port.getNumber() == null || port.getNumber() == 0 ? " (any free one)" : " " + port.getNumber());
    }

    private List<String> table() {
        List<List<String>> rows = new ArrayList<>(List.of(HEAD));
        for (ParameterDeclaration parameter : declared.getParameters()) {
            rows.add(List.of(parameter.getName(), defaultOf(parameter), values(parameter), meaning(parameter)));
        }
        int[] widths = new int[HEAD.size() - 1];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(INDENT);
            for (int column = 0; column < widths.length; column++) {
                line.append(row.get(column))
                        .append(" ".repeat(widths[column] - row.get(column).length()))
                        .append(GAP);
            }
            lines.addAll(wrapped(line.toString(), row.get(widths.length)));
        }
        return lines;
    }

    static String defaultOf(ParameterDeclaration parameter) {
        Value value = parameter.getDefault();
        return value == null ? "must be set" : written(value);
    }

    static String meaning(ParameterDeclaration parameter) {
        return parameter.getDescription() == null ? "" : parameter.getDescription();
    }

    static String values(ParameterDeclaration parameter) {
        if (parameter.getKind() == ParameterKind.CHOICE) {
            return String.join(" | ", parameter.getChoices());
        }
        Quantity min = parameter.getMin();
        Quantity max = parameter.getMax();
        String bounds = min != null && max != null
                ? " " + written(min) + " to " + written(max)
                : min != null ? " from " + written(min) : max != null ? " up to " + written(max) : "";
        return parameter.getKind().getLiteral() + bounds;
    }

    /** Returns a value as a model writes it, but without quotes. */
    private static String written(Value value) {
        if (value instanceof Quantity quantity) {
            return quantity.getValue().toPlainString()
                    + (quantity.getUnit() == Unit.NONE
                            ? ""
                            : " " + quantity.getUnit().getLiteral());
        }
        if (value instanceof WordValue word) {
            return word.getWord();
        }
        String text = ((TextValue) value).getText();
        return text.isEmpty() ? "none" : text;
    }

    /** Returns the words after the start of a line; further lines begin below the first word. */
    private static List<String> wrapped(String start, String words) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(start);
        boolean empty = true;
        for (String word : words.strip().split("\\s+", -1)) {
            if (!empty && line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(" ".repeat(start.length()));
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }
}
