package io.soabench.dsl.validation;

import io.soabench.model.Defaults;
import io.soabench.model.Dimension;
import io.soabench.model.Measure;
import io.soabench.model.ServiceQuality;
import io.soabench.model.SuiteSettings;
import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Event;
import io.soabench.model.testbed.NewServiceInstance;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.ProcessDeployed;
import io.soabench.model.testbed.ProcessEvent;
import io.soabench.model.testbed.ProcessReplaced;
import io.soabench.model.testbed.ProcessUndeployed;
import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Schedule;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.ServiceUnavailable;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.WhiteBoxProcess;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.emf.ecore.EReference;
import org.eclipse.xtext.validation.Check;

/** Rules for events. They happen during the measurement, and their targets exist. */
public final class EventRules extends Rules {

    /** Checks that the time or the request lies in the measurement. */
    @Check
    public void when(Event event) {
        atLeastOne(event.getRequest(), "number of the request", event, TestbedPackage.Literals.EVENT__REQUEST);
        Quantity time = event.getTime();
        notNegative(Dimension.TIME, time, "time of the event");
        if (time == null
                || !known(event.getSuite())
                || Dimension.of(time.getUnit()) != Dimension.TIME
                || !meant(time)) {
            return;
        }
        WholeTestbed whole = whole(event);
        Optional<Profile> standard = whole.defaultProfile();
        tooLate(event, standard)
                .ifPresent(message ->
                        error(IssueCode.EVENT_TOO_LATE, message, event, TestbedPackage.Literals.EVENT__TIME));
        whole.profiles().stream()
                .filter(profile -> !profile.isDefault())
                .flatMap(profile -> tooLate(event, Optional.of(profile)).stream())
                .forEach(message ->
                        warning(IssueCode.EVENT_TOO_LATE, message, event, TestbedPackage.Literals.EVENT__TIME));
    }

    private static Optional<String> tooLate(Event event, Optional<Profile> profile) {
        Optional<Quantity> measure = SuiteSettings.schedules(event.getSuite(), profile).stream()
                .map(Schedule::getMeasure)
                .filter(Objects::nonNull)
                .findFirst();
        if (measure.isPresent() && (Dimension.of(measure.get().getUnit()) != Dimension.TIME || !meant(measure.get()))) {
            return Optional.empty();
        }
        Duration length =
                measure.map(quantity -> Measure.of(quantity).duration()).orElse(Defaults.MEASURE);
        if (Measure.of(event.getTime()).nanos() <= length.toNanos()) {
            return Optional.empty();
        }
        return Optional.of("the event happens at " + text(event.getTime()) + ", but suite \""
                + event.getSuite().getName() + "\" measures for "
                + BigDecimal.valueOf(length.toMillis(), 3).stripTrailingZeros().toPlainString() + " s"
                + profile.map(chosen -> " under profile \"" + chosen.getName() + "\"")
                        .orElse("")
                + "; choose an earlier time or measure longer");
    }

    /** Checks that the instance that disappears exists. */
    @Check
    public void instance(ServiceUnavailable event) {
        if (!known(event.getService())) {
            return;
        }
        String name = event.getService().getName();
        int instances = ServiceQuality.instances(event.getService());
        Integer instance = event.getInstance();
        if (instance == null && instances > 1) {
            error(
                    IssueCode.INSTANCE_AMBIGUOUS,
                    "service \"" + name + "\" has " + instances + " instances; choose one of: "
                            + PartnerRules.choices(name, instances),
                    event,
                    TestbedPackage.Literals.SERVICE_UNAVAILABLE__SERVICE);
        } else if (instance != null && (instance < 1 || instance > instances)) {
            error(
                    IssueCode.INSTANCE_UNKNOWN,
                    "service \"" + name + "\" has no instance " + instance + "; choose one of: "
                            + PartnerRules.choices(name, instances),
                    event,
                    TestbedPackage.Literals.SERVICE_UNAVAILABLE__INSTANCE);
        }
    }

    /** Checks that the new instance has a server that serves and a registry that registers. */
    @Check
    public void newInstance(NewServiceInstance event) {
        Server server = event.getServer();
        if (known(server) && known(server.getType()) && !server.getType().isServesServices()) {
            error(
                    IssueCode.SERVER_DOES_NOT_SERVE,
                    "server \"" + server.getName() + "\" of type \""
                            + server.getType().getName() + "\" cannot serve services; choose "
                            + ServerRules.candidates(whole(event)),
                    event,
                    TestbedPackage.Literals.NEW_SERVICE_INSTANCE__SERVER);
        }
        Server registry = event.getRegistry();
        if (known(registry) && known(registry.getType()) && !registry.getType().isRegistersServices()) {
            error(
                    IssueCode.SERVER_IS_NO_REGISTRY,
                    "server \"" + registry.getName() + "\" of type \""
                            + registry.getType().getName()
                            + "\" is no registry; choose a server of a type that registers services",
                    event,
                    TestbedPackage.Literals.NEW_SERVICE_INSTANCE__REGISTRY);
        }
        if (known(event.getLike()) && known(event.getType()) && event.getLike().getType() != event.getType()) {
            error(
                    IssueCode.EVENT_TYPE_MISMATCH,
                    "service \"" + event.getLike().getName() + "\" is not of type \""
                            + event.getType().getName() + "\"; choose a service of that type",
                    event,
                    TestbedPackage.Literals.NEW_SERVICE_INSTANCE__LIKE);
        }
    }

    /** Checks that the process of an event runs on an engine. */
    @Check
    public void deployed(ProcessEvent event) {
        whiteBox(event, event.getProcess(), TestbedPackage.Literals.PROCESS_EVENT__PROCESS);
        if (event instanceof ProcessReplaced replaced) {
            whiteBox(event, replaced.getVersion(), TestbedPackage.Literals.PROCESS_REPLACED__VERSION);
        }
    }

    private void whiteBox(ProcessEvent event, Process process, EReference reference) {
        if (known(process) && !(process instanceof WhiteBoxProcess)) {
            error(
                    IssueCode.PROCESS_NOT_DEPLOYED,
                    "process \"" + process.getName()
                            + "\" is a black box, which nothing here deploys; name a process with a BPEL file",
                    event,
                    reference);
        }
    }

    /** Checks that a deployed process is absent before, and that a replaced or removed one is present. */
    @Check
    public void order(ProcessEvent event) {
        Process process = event.getProcess();
        if (!known(process) || !known(event.getSuite())) {
            return;
        }
        List<ProcessEvent> all = whole(event).events().stream()
                .filter(ProcessEvent.class::isInstance)
                .map(ProcessEvent.class::cast)
                .filter(other -> other.getProcess() == process && other.getSuite() == event.getSuite())
                .toList();
        String where = " in suite \"" + event.getSuite().getName() + "\"";
        if (all.stream().anyMatch(other -> other.getRequest() == null)
                && all.stream().anyMatch(other -> other.getRequest() != null)) {
            error(
                    IssueCode.EVENT_ORDER,
                    "some events of process \"" + process.getName() + "\"" + where
                            + " happen at a time and others at a request, so their order is unknown; choose one"
                            + " of both for all of them",
                    event,
                    TestbedPackage.Literals.PROCESS_EVENT__PROCESS);
        } else if (all.stream().allMatch(EventRules::timed)) {
            List<ProcessEvent> inOrder = all.stream()
                    .sorted(Comparator.comparing(EventRules::instant))
                    .toList();
            int index = inOrder.indexOf(event);
            boolean there = index == 0
                    ? !(event instanceof ProcessDeployed)
                    : !(inOrder.get(index - 1) instanceof ProcessUndeployed);
            if (there == event instanceof ProcessDeployed) {
                error(
                        IssueCode.EVENT_ORDER,
                        "process \"" + process.getName() + "\" is "
                                + (there ? "deployed already" : "not deployed") + " at that time" + where
                                + (there ? "; undeploy it before, or replace it" : "; deploy it before"),
                        event,
                        TestbedPackage.Literals.PROCESS_EVENT__PROCESS);
            }
        }
    }

    private static boolean timed(ProcessEvent event) {
        return event.getRequest() != null
                || (event.getTime() != null
                        && Dimension.of(event.getTime().getUnit()) == Dimension.TIME
                        && meant(event.getTime()));
    }

    private static BigDecimal instant(ProcessEvent event) {
        return event.getRequest() != null
                ? BigDecimal.valueOf(event.getRequest())
                : BigDecimal.valueOf(Measure.of(event.getTime()).nanos());
    }
}
