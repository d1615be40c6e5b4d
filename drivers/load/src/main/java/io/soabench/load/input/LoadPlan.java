package io.soabench.load.input;

import io.soabench.plan.Plan;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one load client has to do: the user-defined variables {@code soabench.*} of a case's {@code .jmx} in typed form.
 *
 * @param client name of the client host
 * @param threads closed: one for each simulated client; open: upper bound of the pool
 * @param endpoint address that is called, {@code http} only
 * @param soapAction value of the SOAPAction header without quotes
 * @param oneWay whether no answer message is expected
 * @param answerElement expanded name {@code {namespace}local} of the answer's body element, or empty when any will do
 * @param warmUpMs length of the warm-up; the greatest when it may end early
 * @param untilSteady whether the warm-up ends when response times are steady
 * @param trace workload trace
 * @param requests request files by chunk index
 */
public record LoadPlan(
        String caseId,
        String client,
        String workload,
        Plan.WorkloadPlan.Load kind,
        int threads,
        URI endpoint,
        String soapAction,
        boolean oneWay,
        String answerElement,
        long warmUpMs,
        boolean untilSteady,
        long measureMs,
        long drainMs,
        long timeOutMs,
        Path trace,
        List<Path> requests) {

    /** The version of the variables that this class understands. */
    static final String FORMAT = "1";

    /** Most threads that one load client starts, whatever the model wants. */
    public static final int MAX_THREADS = 20_000;

    /**
     * Reads the variables of a {@code .jmx} and holds them against the plan.
     *
     * @param variables the user-defined variables with all functions evaluated
     * @param jmx the file they are from; its folder is the base of relative paths
     * @param compiled the compiled testbed, which no path may leave
     * @param endpoint address that replaces the plan's, if any
     * @throws BadInput with all problems
     */
    public static LoadPlan of(
            Map<String, String> variables,
            Path jmx,
            Path compiled,
            Plan plan,
            String caseId,
            String client,
            Optional<String> endpoint) {
        Variables v = new Variables(variables, jmx, compiled);
        v.same("soabench.format", FORMAT, "which is what this load client understands; compile the testbed again");
        Plan.CasePlan planned = plan.cases().stream()
                .filter(c -> c.id().equals(caseId))
                .findFirst()
                .orElse(null);
        if (planned == null) {
            v.problem("the plan has no case \"" + caseId + "\"; it has "
                    + plan.cases().stream().map(Plan.CasePlan::id).toList());
        } else {
            String compileAgain = "in plan.json; compile the testbed again";
            v.same("soabench.case", planned.id(), compileAgain);
            v.same("soabench.workload", planned.workload(), compileAgain);
            v.same("soabench.warmUpMs", Long.toString(planned.schedule().warmUpMs()), compileAgain);
            v.same("soabench.measureMs", Long.toString(planned.schedule().measureMs()), compileAgain);
            v.same("soabench.drainMs", Long.toString(planned.schedule().drainMs()), compileAgain);
            v.same("soabench.timeOutMs", Long.toString(planned.schedule().timeOutMs()), compileAgain);
            if (planned.clients().stream().noneMatch(c -> c.host().equals(client))) {
                v.problem("case " + caseId + " has no client host \"" + client + "\"; it has "
                        + planned.clients().stream().map(Plan.ClientPlan::host).toList());
            }
        }
        LoadPlan result = new LoadPlan(
                caseId,
                client,
                v.text("soabench.workload"),
                v.kind(),
                (int) v.number("soabench.threads", 1, MAX_THREADS),
                v.endpoint(endpoint),
                v.text("soabench.soapAction"),
                v.flag("soabench.oneWay"),
                v.text("soabench.answerElement"),
                v.number("soabench.warmUpMs", 0, Integer.MAX_VALUE),
                planned != null && planned.schedule().warmUp() == Plan.Schedule.WarmUp.UNTIL_STEADY,
                v.number("soabench.measureMs", 1, Integer.MAX_VALUE),
                v.number("soabench.drainMs", 0, Integer.MAX_VALUE),
                v.number("soabench.timeOutMs", 1, Integer.MAX_VALUE),
                v.file("soabench.trace", v.text("soabench.trace")),
                v.files("soabench.requests"));
        v.refuseProblems();
        return result;
    }

    /** The variables of one file and what is wrong with them. */
    private static final class Variables {

        private final Map<String, String> values;
        private final Path jmx;
        private final Path compiled;
        private final List<String> problems = new ArrayList<>();

        Variables(Map<String, String> values, Path jmx, Path compiled) {
            this.values = values;
            this.jmx = jmx.toAbsolutePath().normalize();
            this.compiled = compiled.toAbsolutePath().normalize();
        }

        void problem(String sentence) {
            if (!problems.contains(sentence)) {
                problems.add(sentence);
            }
        }

        void refuseProblems() {
            if (!problems.isEmpty()) {
                throw new BadInput(problems);
            }
        }

        String text(String name) {
            String value = values.get(name);
            if (value == null) {
                problem(jmx.getFileName() + " does not define " + name
                        + "; add it to the user-defined variables of the test plan or compile the testbed again");
                return "";
            }
            return value.strip();
        }

        void same(String name, String wanted, String why) {
            String value = text(name);
            if (values.containsKey(name) && !value.equals(wanted)) {
                problem(jmx.getFileName() + " says " + name + "=" + value + ", but it is " + wanted + " " + why);
            }
        }

        long number(String name, long least, long most) {
            String value = text(name);
            if (values.get(name) == null) {
                return least;
            }
            try {
                long number = Long.parseLong(value);
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // Reported below like a number that is out of range.
            }
            problem(jmx.getFileName() + " says " + name + "=" + value + "; a number from " + least + " to " + most
                    + " is needed");
            return least;
        }

        boolean flag(String name) {
            String value = text(name);
            if (values.get(name) != null && !value.equals("true") && !value.equals("false")) {
                problem(jmx.getFileName() + " says " + name + "=" + value + "; true or false is needed");
            }
            return value.equals("true");
        }

        Plan.WorkloadPlan.Load kind() {
            String value = text("soabench.kind");
            if (values.get("soabench.kind") != null && !value.equals("closed") && !value.equals("open")) {
                problem(jmx.getFileName() + " says soabench.kind=" + value + "; closed or open is needed");
            }
            return value.equals("open") ? Plan.WorkloadPlan.Load.OPEN : Plan.WorkloadPlan.Load.CLOSED;
        }

        URI endpoint(Optional<String> override) {
            String declared = text("soabench.endpoint");
            if (override.isEmpty() && !values.containsKey("soabench.endpoint")) {
                return URI.create("http://localhost/");
            }
            String value = override.orElse(declared);
            try {
                URI uri = new URI(value);
                if ("http".equals(uri.getScheme()) && uri.getHost() != null) {
                    return uri;
                }
            } catch (URISyntaxException e) {
                // Reported below like an address of another kind.
            }
            problem("the endpoint \"" + value
                    + "\" is not an address like http://host:port/path; correct --endpoint or "
                    + "soabench.endpoint in " + jmx.getFileName());
            return URI.create("http://localhost/");
        }

        Path file(String name, String relative) {
            Path file = jmx.resolveSibling(relative).normalize();
            if (!values.containsKey(name)) {
                return file;
            }
            if (!file.startsWith(compiled)) {
                problem(jmx.getFileName() + " says " + name + "=" + relative + ", which is outside " + compiled);
            } else if (!Files.isReadable(file)) {
                problem(file + ", which " + jmx.getFileName() + " names as " + name
                        + ", cannot be read; compile the testbed again");
            }
            return file;
        }

        List<Path> files(String name) {
            List<Path> files = new ArrayList<>();
            for (String relative : text(name).split(",", -1)) {
                files.add(file(name, relative.strip()));
            }
            return List.copyOf(files);
        }
    }
}
