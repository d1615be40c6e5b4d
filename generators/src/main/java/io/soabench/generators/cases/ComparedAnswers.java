package io.soabench.generators.cases;

import io.soabench.generators.reading.MockedService;
import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.ProcessContract;
import io.soabench.generators.reading.SimulatedWorkload;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.model.ExpandedCase;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.plan.AnswerFormula;
import io.soabench.plan.AnswerSample;
import io.soabench.plan.AnswerSample.Right;
import io.soabench.plan.AnswerSample.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The answers to the load of a case that are compared with the right ones. The right answer to a request of the load is known when the model
 * declares a check with the same request: both differ in their identifiers only. A process with a timer is left out. Used by one thread.
 */
public final class ComparedAnswers {

    /** Alarms of BPEL, timers of BPMN, and time-outs of routes. */
    private static final Pattern TIMER = Pattern.compile("onAlarm|timerEventDefinition|[tT]imeout");

    private final CaseSet cases;
    private final ModelReading reading;
    private final ClientRequests requests;
    private final Map<String, String> checks;

    /** Whether a process has a timer, by its name: its files are read once, however many cases load it. */
    private final Map<String, Boolean> timers = new HashMap<>();

    /** @param checks envelopes of the checks that the model declares, see {@link FunctionalChecks#envelopes} */
    public ComparedAnswers(CaseSet cases, ClientRequests requests, Map<String, String> checks) {
        this.cases = cases;
        this.reading = cases.reading();
        this.requests = requests;
        this.checks = Map.copyOf(checks);
    }

    /** Returns the sample of a case; cases that differ in their engine only have the same one. */
    public AnswerSample of(ExpandedCase each, SimulatedWorkload workload) {
        if (workload.batch().isPresent()) {
            return AnswerSample.NONE;
        }
        List<Right> right = new ArrayList<>();
        for (TestedProcess process : reading.called(each)) {
            for (SimulatedWorkload.Sent sent : workload.sent()) {
                if (sent.process() == null || sent.process().equals(process.model())) {
                    right.addAll(of(each, process, sent));
                }
            }
        }
        String name = "/answers/" + each.suite().getName() + "/"
                + each.targets().stream().map(NamedElement::getName).toList() + "/" + workload.name();
        return right.isEmpty()
                ? AnswerSample.NONE
                : new AnswerSample(
                        AnswerSample.MOST, reading.streams().stream(name).nextLong(), right);
    }

    /** Returns the right answers of all versions of a process to a chunk; none when that of one version is unknown. */
    private List<Right> of(ExpandedCase each, TestedProcess process, SimulatedWorkload.Sent sent) {
        List<Right> right = new ArrayList<>();
        String request = requests.envelopes().get(ClientRequests.path(process, sent.chunk()));
        if (request == null || requests.filled(sent.chunk())) {
            return List.of();
        }
        for (TestedProcess version : cases.versions(each, process)) {
            List<String> answers = FunctionalChecks.answersTo(version, request, checks);
            if (answers.isEmpty() || timers.computeIfAbsent(version.name(), name -> hasTimer(version))) {
                return List.of();
            }
            answers.forEach(
                    answer -> right.add(new Right(process.name(), sent.label(), answer, sources(version, answer))));
        }
        return right;
    }

    /** Returns whether a file of the process may let time decide, so that a late partner is reason for another answer. */
    private boolean hasTimer(TestedProcess process) {
        List<Path> files = new ArrayList<>();
        process.contract().flatMap(ProcessContract::bpel).ifPresent(files::add);
        if (process.model() instanceof WhiteBoxProcess model) {
            model.getRealisations().forEach(each -> reading.context()
                    .files()
                    .find(
                            each,
                            Literals.REALISATION__FILE,
                            each.getFile(),
                            "the file of process \"" + process.name() + "\"")
                    .ifPresent(files::add));
        }
        for (Path file : files) {
            try {
                if (TIMER.matcher(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .find()) {
                    return true;
                }
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
            }
        }
        return false;
    }

    private List<Source> sources(TestedProcess process, String answer) {
        List<AnswerFormula.Call> calls = AnswerFormula.in(answer).stream()
                .flatMap(formula -> AnswerFormula.of(formula).calls().stream())
                .toList();
        List<Source> sources = new ArrayList<>();
        for (MockedService service : reading.services().values()) {
            for (int instance = 1; instance <= service.instances(); instance++) {
                if (process.calls(service.name(), instance)) {
                    int of = instance;
                    service.folder().plan(instance, reading.streams()).draws().stream()
                            .map(draw -> new Source(service.name(), of, draw))
                            .filter(source -> calls.stream().anyMatch(source::is))
                            .forEach(sources::add);
                }
            }
        }
        return sources;
    }
}
