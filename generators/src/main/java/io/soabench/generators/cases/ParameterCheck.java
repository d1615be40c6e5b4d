package io.soabench.generators.cases;

import io.soabench.generators.reading.ModelContext;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.model.ServerSettings;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.ParameterValue;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.plugin.ServerType;
import java.util.Optional;

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
        }
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
