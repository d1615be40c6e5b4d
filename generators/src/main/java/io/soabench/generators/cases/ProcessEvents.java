package io.soabench.generators.cases;

import io.soabench.generators.reading.ClientAnswer;
import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.model.ExpandedCase;
import io.soabench.model.Measure;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Event;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.ProcessDeployed;
import io.soabench.model.testbed.ProcessEvent;
import io.soabench.model.testbed.ProcessReplaced;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.plugin.ServerType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The events of the model that deploy, replace and undeploy processes. One happens in each case of its suite that loads its process, on
 * the engine under test. A version that takes the place of a process has its name and address there, and a package of its own.
 */
public final class ProcessEvents {

    private final ModelReading reading;
    private final List<ProcessEvent> events;

    /** @param events of the testbed, those of other kinds included */
    public ProcessEvents(ModelReading reading, List<Event> events) {
        this.reading = reading;
        this.events = events.stream()
                .filter(ProcessEvent.class::isInstance)
                .map(ProcessEvent.class::cast)
                .toList();
    }

    /** Returns whether an event happens in a case. */
    public boolean happens(Event event, ExpandedCase each) {
        return each.suite().equals(event.getSuite())
                && (!(event instanceof ProcessEvent of) || each.targets().contains(of.getProcess()));
    }

    /** Returns the events of a case, in the order of the model. */
    public List<ProcessEvent> of(ExpandedCase each) {
        return events.stream().filter(event -> happens(event, each)).toList();
    }

    /** Returns whether a process is not there from the start, because its first event deploys it. */
    public static boolean isBrought(Invocable process, List<ProcessEvent> events) {
        return events.stream()
                .filter(event -> event.getProcess() == process)
                .min(Comparator.comparing(ProcessEvents::instant))
                .filter(ProcessDeployed.class::isInstance)
                .isPresent();
    }

    private static double instant(ProcessEvent event) {
        return event.getTime() == null
                ? event.getRequest()
                : Measure.of(event.getTime()).millis();
    }

    /** Returns the process that the engine has under the name of a process after an event; empty for the process of the model. */
    public static Optional<Process> version(ProcessEvent event) {
        return event instanceof ProcessReplaced replaced && replaced.getVersion() != replaced.getProcess()
                ? Optional.ofNullable(replaced.getVersion())
                : Optional.empty();
    }

    /** Returns the processes that may run under the name of a process in a case beside the process itself. */
    public List<TestedProcess> versions(ExpandedCase each, TestedProcess process) {
        Set<TestedProcess> versions = new LinkedHashSet<>();
        for (ProcessEvent event : of(each)) {
            if (event.getProcess() == process.model()) {
                version(event).map(reading.processes()::get).ifPresent(versions::add);
            }
        }
        return List.copyOf(versions);
    }

    /** Returns the process that an event leaves on the engine under the name of its process; nothing when the event removes it. */
    public Optional<TestedProcess> left(ProcessEvent event) {
        return event instanceof ProcessDeployed || event instanceof ProcessReplaced
                ? Optional.ofNullable(reading.processes().get(version(event).orElse(event.getProcess())))
                : Optional.empty();
    }

    /** Reports the events that cannot be carried out. */
    public void check(List<ExpandedCase> all, ProblemCollector problems) {
        for (ProcessEvent event : events) {
            List<ExpandedCase> cases =
                    all.stream().filter(each -> happens(event, each)).toList();
            if (cases.isEmpty() && all.stream().anyMatch(each -> each.suite().equals(event.getSuite()))) {
                problems.add(
                        IssueCode.EVENT_WITHOUT_CASE,
                        event,
                        Literals.PROCESS_EVENT__PROCESS,
                        "no case of suite \"" + event.getSuite().getName() + "\" loads process \""
                                + event.getProcess().getName() + "\"; name one that is loaded");
            }
            engine(event, cases, problems);
            version(event, problems);
        }
    }

    private void engine(ProcessEvent event, List<ExpandedCase> cases, ProblemCollector problems) {
        Set<String> refused = new LinkedHashSet<>();
        cases.stream()
                .flatMap(each -> each.server().stream())
                .map(reading::type)
                .filter(type -> type != null && !type.lifecycle().redeploys())
                .map(ServerType::name)
                .forEach(refused::add);
        for (String type : refused) {
            problems.add(
                    IssueCode.REDEPLOY_IMPOSSIBLE,
                    event,
                    Literals.PROCESS_EVENT__PROCESS,
                    "an event changes process \"" + event.getProcess().getName()
                            + "\" while it is measured, which engines of type \"" + type
                            + "\" cannot do; leave them out of suite \""
                            + event.getSuite().getName() + "\"");
        }
    }

    private void version(ProcessEvent event, ProblemCollector problems) {
        TestedProcess process = reading.processes().get(event.getProcess());
        TestedProcess version = version(event).map(reading.processes()::get).orElse(null);
        if (process == null
                || version == null
                || process.contract().isEmpty()
                || version.contract().isEmpty()) {
            return;
        }
        List<String> differences = new ArrayList<>();
        difference(
                differences,
                "its BPEL process is named",
                version.contract().get().name(),
                process.contract().get().name());
        difference(
                differences,
                "clients call its operation",
                version.operation().name(),
                process.operation().name());
        difference(
                differences,
                "its SOAP action is",
                version.operation().soapAction(),
                process.operation().soapAction());
        difference(
                differences,
                "it is one-way:",
                version.operation().oneWay(),
                process.operation().oneWay());
        difference(differences, "its identifier stands in", version.uiidPath(), process.uiidPath());
        difference(
                differences,
                "its clients are called back by",
                version.callback().map(ClientAnswer::plan),
                process.callback().map(ClientAnswer::plan));
        if (!differences.isEmpty()) {
            problems.add(
                    IssueCode.VERSION_MISMATCH,
                    event,
                    Literals.PROCESS_REPLACED__VERSION,
                    "process \"" + version.name() + "\" is no version of \"" + process.name() + "\": "
                            + String.join(", ", differences)
                            + "; clients must be able to call both in the same way");
        }
    }

    private static void difference(List<String> differences, String what, Object version, Object process) {
        if (!Objects.equals(version, process)) {
            differences.add(what + " " + version + ", not " + process);
        }
    }
}
