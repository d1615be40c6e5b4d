package io.soabench.generators.cases;

import io.soabench.contracts.wsdl.Style;
import io.soabench.generators.mocks.AnswerDraw;
import io.soabench.generators.reading.MockedService;
import io.soabench.generators.reading.ModelFiles;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.generators.soap.BadRequestDataException;
import io.soabench.generators.soap.RequestText;
import io.soabench.generators.soap.TypedPlace;
import io.soabench.model.Defaults;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.FunctionalCheck;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.plan.AnswerFormula;
import io.soabench.plan.AnswerJudge;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.PartnerPlan;
import io.soabench.plan.RowFile;
import io.soabench.plan.SoapVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.emf.ecore.EStructuralFeature;

/**
 * The checks that a process must answer correctly before it is measured. They are the checks of the model, or else each
 * request of the workload, of which only the shape of the answer is known. For requests that are filled with records,
 * the first record of each class is checked, with the values that its answer must contain.
 */
public final class FunctionalChecks {

    private FunctionalChecks() {}

    /**
     * Returns the checks of a process under a workload, without identifiers.
     *
     * @param version the process that runs under this name; its model declares the right answers
     * @param chunks the chunks that the workload sends to the process
     * @param requests the requests of clients
     * @param envelopes of the checks that are declared, see {@link #envelopes}
     * @param event after which they are sent; empty: before anything is measured
     */
    public static List<CheckPlan> of(
            TestedProcess process,
            TestedProcess version,
            List<String> chunks,
            ClientRequests requests,
            Map<String, String> envelopes,
            String event) {
        if (process.operation().oneWay() && process.callback().isEmpty()) {
            return List.of();
        }
        List<FunctionalCheck> declared = declared(version);
        List<CheckPlan> checks = new ArrayList<>();
        for (int n = 1; n <= declared.size(); n++) {
            CheckPlan check = new CheckPlan(process.name(), request(version, n), answer(version, n), event, "");
            // Each is sent with an identifier of its own, so that partners answer something else.
            checks.addAll(Collections.nCopies(
                    times(declared.get(n - 1), envelopes.getOrDefault(answer(version, n), "")), check));
        }
        if (declared.isEmpty()) {
            chunks.forEach(chunk -> checks.add(new CheckPlan(
                    process.name(),
                    requests.filled(chunk) ? first(process, chunk) : ClientRequests.path(process, chunk),
                    requests.judged(chunk) ? ClientRequests.rowsPath(process, chunk) : "",
                    event,
                    "")));
        }
        return List.copyOf(checks);
    }

    private static int times(FunctionalCheck check, String answer) {
        return check.getTimes() != null
                ? check.getTimes()
                : AnswerFormula.in(answer).isEmpty() ? Defaults.CHECKS : Defaults.COMPUTED_CHECKS;
    }

    /** Returns the request with the first row of a chunk. */
    private static String first(TestedProcess process, String chunk) {
        return "checks/" + process.name() + "/" + chunk + "-request.xml";
    }

    /** Writes the requests among some checks that are made of first rows of chunks, which stand in the folder already. */
    public static void writeFirst(
            Path folder, TestedProcess process, List<String> chunks, ClientRequests requests, List<CheckPlan> checks)
            throws IOException {
        for (String chunk : chunks) {
            String path = first(process, chunk);
            if (requests.filled(chunk)
                    && checks.stream().anyMatch(check -> check.request().equals(path))) {
                Path file = folder.resolve(path);
                Files.createDirectories(file.getParent());
                RowFile rows = RowFile.open(folder.resolve(ClientRequests.rowsPath(process, chunk)));
                Files.writeString(file, rows.filled(requests.envelopes().get(ClientRequests.path(process, chunk)), 0));
            }
        }
    }

    private static List<FunctionalCheck> declared(TestedProcess process) {
        return process.model() instanceof Process model ? model.getChecks() : List.of();
    }

    private static String request(TestedProcess process, int n) {
        return "checks/" + process.name() + "/" + n + "-request.xml";
    }

    private static String answer(TestedProcess process, int n) {
        return "checks/" + process.name() + "/" + n + "-answer.xml";
    }

    /**
     * Returns the right answers to a request of the load: those of the declared checks whose request is the same but for its identifier.
     *
     * @param request envelope with the placeholder of the identifier
     * @param envelopes of the checks that are declared, see {@link #envelopes}
     */
    static List<String> answersTo(TestedProcess process, String request, Map<String, String> envelopes) {
        List<String> answers = new ArrayList<>();
        for (int n = 1; n <= declared(process).size(); n++) {
            String asked = envelopes.get(request(process, n));
            String answer = envelopes.get(answer(process, n));
            if (asked != null && answer != null && AnswerJudge.equalBodies(asked, request)) {
                answers.add(answer);
            }
        }
        return answers;
    }

    private static String of(TestedProcess process) {
        return " of a check of process \"" + process.name() + "\"";
    }

    /**
     * Returns the envelopes of the model's checks of a process, by path under the compiled testbed.
     *
     * @param services whose answers may be named in a right answer
     */
    public static Map<String, String> envelopes(
            TestedProcess process, Collection<MockedService> services, ModelFiles files, ProblemCollector problems) {
        Map<String, String> envelopes = new LinkedHashMap<>();
        List<FunctionalCheck> declared = declared(process);
        for (int n = 1; n <= declared.size(); n++) {
            FunctionalCheck check = declared.get(n - 1);
            String what = of(process);
            Optional<Path> request =
                    files.find(check, Literals.FUNCTIONAL_CHECK__REQUEST, check.getRequest(), "the request" + what);
            Optional<Path> answer =
                    files.find(check, Literals.FUNCTIONAL_CHECK__ANSWER, check.getAnswer(), "the answer" + what);
            String requestPath = request(process, n);
            String answerPath = answer(process, n);
            request.flatMap(file -> envelope(
                            file,
                            process.operation().soap(),
                            process::request,
                            "the request" + what,
                            problems,
                            check,
                            Literals.FUNCTIONAL_CHECK__REQUEST))
                    .ifPresent(text -> {
                        values(process, check, text, "the request", Literals.FUNCTIONAL_CHECK__REQUEST, problems);
                        envelopes.put(requestPath, text);
                    });
            answer.flatMap(file -> envelope(
                            file,
                            process.operation().soap(),
                            text -> text,
                            "the answer" + what,
                            problems,
                            check,
                            Literals.FUNCTIONAL_CHECK__ANSWER))
                    .ifPresent(text -> {
                        values(process, check, text, "the answer", Literals.FUNCTIONAL_CHECK__ANSWER, problems);
                        formulas(process, services, check, text, problems);
                        envelopes.put(answerPath, text);
                    });
        }
        return envelopes;
    }

    /** Adds a problem for each place of a message that the contract does not allow. */
    private static void values(
            TestedProcess process,
            FunctionalCheck check,
            String text,
            String what,
            EStructuralFeature feature,
            ProblemCollector problems) {
        boolean answer = feature == Literals.FUNCTIONAL_CHECK__ANSWER;
        String file = answer ? check.getAnswer() : check.getRequest();
        if (answer && process.callback().isPresent() && process.operation().style() == Style.RPC) {
            return;
        }
        try {
            for (String each :
                    TypedPlace.problems(text, process.messages().definitions(), process.operation(), answer)) {
                problems.add(
                        IssueCode.DATA_INVALID, check, feature, what + of(process) + ", \"" + file + "\", " + each);
            }
        } catch (BadRequestDataException e) {
            problems.add(e.code(), check, feature, what + of(process) + ", \"" + file + "\", " + e.getMessage());
        }
    }

    /** Checks that the formulas of a right answer can be computed from the answers of partners. */
    private static void formulas(
            TestedProcess process,
            Collection<MockedService> services,
            FunctionalCheck check,
            String text,
            ProblemCollector problems) {
        for (String formula : AnswerFormula.in(text)) {
            String problem;
            try {
                problem = AnswerFormula.of(formula).calls().stream()
                        .map(call -> problem(process, services, call))
                        .filter(each -> !each.isEmpty())
                        .findFirst()
                        .orElse("");
            } catch (IllegalArgumentException e) {
                problem = e.getMessage();
            }
            if (!problem.isEmpty()) {
                problems.add(
                        IssueCode.CHECK_FORMULA,
                        check,
                        Literals.FUNCTIONAL_CHECK__ANSWER,
                        "the answer" + of(process) + ", \"" + check.getAnswer() + "\": " + problem);
            }
        }
    }

    /** Returns the defect of a named call; empty when there is none. */
    private static String problem(TestedProcess process, Collection<MockedService> services, AnswerFormula.Call call) {
        Optional<MockedService> service = services.stream()
                .filter(each -> each.name().equals(call.service()))
                .findFirst();
        Set<Integer> instances = process.partners().stream()
                .filter(partner -> partner.service().equals(call.service()))
                .map(PartnerPlan::instance)
                .collect(Collectors.toCollection(TreeSet::new));
        if (service.isEmpty() || instances.isEmpty()) {
            String called = process.partners().stream()
                    .map(PartnerPlan::service)
                    .distinct()
                    .collect(Collectors.joining(", "));
            return "\"" + call + "\" is no call of the process, which calls "
                    + (called.isEmpty() ? "no service of the model" : called);
        }
        if (call.instance() == 0 && service.get().instances() > 1) {
            return "\"" + call + "\" does not say which of the " + service.get().instances()
                    + " instances of the service is meant; write e.g. " + call.service() + "["
                    + instances.iterator().next() + "]#" + call.step();
        }
        if (!instances.contains(Math.max(1, call.instance()))) {
            return "\"" + call + "\" is no call of the process, whose partners are "
                    + instances.stream()
                            .map(each -> call.service() + "[" + each + "]")
                            .collect(Collectors.joining(", "));
        }
        List<String> drawn =
                service.get().folder().draws().stream().map(AnswerDraw::element).toList();
        if (drawn.isEmpty()) {
            return "service \"" + call.service() + "\" answers \"" + call
                    + "\" as any other call; let it draw its answers: answers \"<path of an element>\" uniform(1, 100)";
        }
        boolean clear = call.element().isEmpty() ? drawn.size() == 1 : drawn.contains(call.element());
        return clear
                ? ""
                : "\"" + call + "\" does not say which element of the answer is meant; write "
                        + drawn.stream()
                                .map(each -> call.service() + "#" + call.step() + "." + each)
                                .collect(Collectors.joining(" or "));
    }

    /** Makes the request from an envelope. */
    @FunctionalInterface
    private interface Sent {

        String of(String envelope) throws BadRequestDataException;
    }

    private static Optional<String> envelope(
            Path from,
            SoapVersion soap,
            Sent sent,
            String what,
            ProblemCollector problems,
            FunctionalCheck check,
            EStructuralFeature feature) {
        try {
            String text = RequestText.envelope(RequestText.of(Files.readAllBytes(from)), soap);
            return Optional.of(sent.of(text));
        } catch (BadRequestDataException e) {
            problems.add(e.code(), check, feature, what + ", \"" + from.getFileName() + "\", " + e.getMessage());
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + from + ": " + e.getMessage(), e);
        }
    }
}
