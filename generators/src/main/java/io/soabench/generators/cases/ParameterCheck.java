package io.soabench.generators.cases;

import io.soabench.generators.reading.ModelContext;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.model.ServerSettings;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.ParameterRange;
import io.soabench.model.testbed.ParameterValue;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.model.testbed.Variation;
import io.soabench.plugin.Database;
import io.soabench.plugin.DatabaseChoice;
import io.soabench.plugin.Engine;
import io.soabench.plugin.ServerType;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A check that the parameters of each server go together, as its type states it. */
public final class ParameterCheck {

    private final ModelContext context;
    private final ProblemCollector problems;

    public ParameterCheck(ModelContext context, ProblemCollector problems) {
        this.context = context;
        this.problems = problems;
    }

    /** Reports each value that excludes the value of another parameter, at the value that is to be changed. */
    public void check() {
        for (Server server : context.spared(context.testbed().servers())) {
            ServerType type = context.type(server);
            if (type != null) {
                type.misfits(ServerSettings.of(server).parameters()).forEach(misfit -> add(server, misfit));
            }
            if (type instanceof Engine engine) {
                checkDatabase(server, engine.database());
            }
        }
        for (Exploration exploration : context.spared(context.testbed().all(Exploration.class))) {
            if (exploration.getVariation() != null) {
                checkVariation(exploration.getVariation());
            }
        }
    }

    /** Checks that an engine names a server that is a database, if it names one. */
    private void checkDatabase(Server server, DatabaseChoice choice) {
        String named = ServerSettings.of(server).parameters().get(choice.parameter());
        if (named == null || !choice.namesServer(choice.parameter(), named)) {
            return;
        }
        boolean keepsTables = context.testbed().servers().stream()
                .filter(each -> named.equals(each.getName()))
                .anyMatch(each -> each.getType() != null && context.type(each) instanceof Database);
        if (!keepsTables) {
            add(
                    server,
                    new ServerType.Misfit(
                            choice.parameter(),
                            "has \"" + choice.parameter() + " " + named + "\", but " + advice(choice)));
        }
    }

    /** Checks that no variation changes the servers of a case. */
    private void checkVariation(Variation variation) {
        if (!(context.type(variation.getServer()) instanceof Engine engine)) {
            return;
        }
        DatabaseChoice choice = engine.database();
        for (ParameterRange range : variation.getRanges()) {
            String name = range.getParameter().getName();
            range.getValues().stream()
                    .map(value -> ServerSettings.canonical(range.getParameter().getKind(), value))
                    .filter(value -> choice.namesServer(name, value))
                    .findFirst()
                    .ifPresent(value -> problems.add(
                            IssueCode.PARAMETER_MISFIT,
                            range,
                            Literals.PARAMETER_RANGE__PARAMETER,
                            "\"" + name + "\" is varied with \"" + value
                                    + "\", but a database that is a server stays the same; vary only " + own(choice)));
        }
    }

    private String advice(DatabaseChoice choice) {
        String types = context.types().entrySet().stream()
                .filter(each -> each.getValue() instanceof Database)
                .map(Map.Entry::getKey)
                .sorted()
                .collect(Collectors.joining(" or "));
        return "no server of that name is a database; write " + own(choice)
                + (types.isEmpty() ? "" : ", or declare a server of type " + types + " and write its name");
    }

    private static String own(DatabaseChoice choice) {
        return String.join(" or ", new TreeSet<>(choice.own()));
    }

    private void add(Server server, ServerType.Misfit misfit) {
        String sentence = "server \"" + server.getName() + "\" " + misfit.sentence();
        Optional<ParameterValue> given = server.getParameters().stream()
                .filter(value -> value.getParameter().getName().equals(misfit.parameter()))
                .findFirst();
        if (given.isPresent()) {
            problems.add(IssueCode.PARAMETER_MISFIT, given.get(), Literals.PARAMETER_VALUE__PARAMETER, sentence);
        } else {
            problems.add(IssueCode.PARAMETER_MISFIT, server, Literals.NAMED_ELEMENT__NAME, sentence);
        }
    }
}
