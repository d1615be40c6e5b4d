package io.soabench.generators.reading;

import io.soabench.contracts.wsdl.Binding;
import io.soabench.contracts.wsdl.Port;
import io.soabench.contracts.wsdl.Soap;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.contracts.wsdl.WsdlDefinitions.ServicePort;
import io.soabench.distribution.Distribution;
import io.soabench.distribution.Kind;
import io.soabench.generators.mocks.BehaviourTraces;
import io.soabench.generators.mocks.MockFolder;
import io.soabench.generators.mocks.ServiceBehaviour;
import io.soabench.generators.soap.DefaultMessages;
import io.soabench.generators.soap.SoapOperation;
import io.soabench.model.Defaults;
import io.soabench.model.Ratios;
import io.soabench.model.ServiceQuality;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.FailureKind;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.ServiceType;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.model.testbed.UiidFromHeader;
import io.soabench.model.testbed.UiidFromMessage;
import io.soabench.model.testbed.UiidSource;
import io.soabench.plan.MockPlan;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;

/**
 * A service of the model with its WSDL read.
 *
 * @param wsdlFiles the WSDL document and its imports, the document first
 * @param operations of its port
 */
public record MockedService(
        Service model,
        int instances,
        WsdlDefinitions wsdl,
        List<Path> wsdlFiles,
        ServicePort port,
        List<SoapOperation> operations,
        DefaultMessages messages,
        ServiceBehaviour behaviour,
        MockFolder folder) {

    /** The versions of SOAP of mocks and black boxes, the usual one first. */
    static final List<Soap> VERSIONS = List.of(Soap.V11, Soap.V12);

    private static final String WSDL_FOLDER = "wsdl";

    public String name() {
        return model.getName();
    }

    /** Returns a service of the same type and qualities, with one instance. */
    public MockedService like(Service other) {
        return new MockedService(
                other, 1, wsdl, wsdlFiles, port, operations, messages, behaviour, folder.of(other.getName()));
    }

    /** Returns the path of an instance, also the name of its folder. */
    public String path(int instance) {
        return model.getName() + "-" + instance;
    }

    /** Returns the expanded name of the port type that the service offers; empty when its WSDL does not define it. */
    public String portType() {
        return port.port()
                .binding()
                .flatMap(Binding::portType)
                .map(type -> type.name().toString())
                .orElse("");
    }

    /** Reads the WSDL of a service; empty after problems were added. */
    public static Optional<MockedService> read(
            Service model, ModelFiles files, ModelDistributions distributions, ProblemCollector problems) {
        ServiceType type = model.getType();
        String what = "the WSDL of service type \"" + type.getName() + "\"";
        Optional<Path> main = files.find(type, Literals.SERVICE_TYPE__WSDL, type.getWsdl(), what);
        Optional<ServiceBehaviour> behaviour = behaviour(model, distributions);
        if (main.isEmpty() || behaviour.isEmpty()) {
            return Optional.empty();
        }
        WsdlDefinitions wsdl = files.wsdl(main.get());
        if (!wsdl.problems().isEmpty()) {
            problems.add(wsdl.problems());
            return Optional.empty();
        }
        List<Path> wsdlFiles = wsdl.files().stream().map(Path::of).toList();
        Optional<ServicePort> port =
                port(wsdl, main.get(), VERSIONS, type, Literals.SERVICE_TYPE__WSDL, type.getPort(), what, problems);
        if (port.isEmpty()) {
            return Optional.empty();
        }
        List<SoapOperation> operations =
                SoapOperation.of(port.get().service(), port.get().port());
        if (operations.isEmpty()) {
            problems.add(
                    IssueCode.WSDL_NO_OPERATION,
                    type,
                    Literals.SERVICE_TYPE__WSDL,
                    what + " gives the port \"" + port.get().port().name()
                            + "\" no operation; add one to its port type");
            return Optional.empty();
        }
        DefaultMessages messages = files.messages(wsdl);
        Map<String, Path> documents = new TreeMap<>();
        Path common = PortablePaths.common(wsdlFiles);
        wsdlFiles.forEach(file -> documents.put(WSDL_FOLDER + "/" + PortablePaths.relative(common, file), file));
        MockFolder answering = MockFolder.of(
                model.getName(),
                WSDL_FOLDER + "/" + PortablePaths.relative(common, main.get()),
                port.get().service(),
                port.get().port(),
                uiid(model, wsdl, problems),
                messages,
                documents,
                AnswerFiles.of(model, operations, messages, files, problems),
                problem ->
                        problems.add(IssueCode.MESSAGE_WITHOUT_DEFAULT, model, Literals.NAMED_ELEMENT__NAME, problem));
        MockFolder folder = DrawnAnswers.of(
                model,
                wsdl,
                ServiceCallback.of(model, wsdl, port.get().port(), operations, messages, problems)
                        .map(made -> answering.callingBack(made.plan(), made.message()))
                        .orElse(answering),
                problems);
        return Optional.of(new MockedService(
                model,
                ServiceQuality.instances(model),
                wsdl,
                wsdlFiles,
                port.get(),
                operations,
                messages,
                behaviour.get(),
                folder));
    }

    /**
     * Returns the named port, or the only one of the first version of SOAP that has a port. Ports of imported documents count when there is no
     * other.
     *
     * @param versions of bindings that can be called
     */
    public static Optional<ServicePort> port(
            WsdlDefinitions wsdl,
            Path main,
            List<Soap> versions,
            EObject element,
            EStructuralFeature feature,
            String wanted,
            String where,
            ProblemCollector problems) {
        List<ServicePort> all = new ArrayList<>();
        wsdl.services().forEach(service -> service.ports().forEach(each -> {
            if (each.binding().map(binding -> versions.contains(binding.soap())).orElse(false)
                    && (wanted == null || wanted.isEmpty() || each.name().equals(wanted))) {
                all.add(new ServicePort(service, each));
            }
        }));
        List<ServicePort> own = all.stream()
                .filter(each -> Path.of(each.service().location().file()).equals(main.normalize()))
                .toList();
        List<ServicePort> offered = own.isEmpty() ? all : own;
        List<ServicePort> ports = versions.stream()
                .map(version -> offered.stream()
                        .filter(each -> each.port().binding().orElseThrow().soap() == version)
                        .toList())
                .filter(those -> !those.isEmpty())
                .findFirst()
                .orElse(List.of());
        if (ports.size() == 1) {
            return Optional.of(ports.get(0));
        }
        String names =
                ports.stream().map(ServicePort::port).map(Port::name).toList().toString();
        problems.add(
                IssueCode.WSDL_NO_PORT,
                element,
                feature,
                ports.isEmpty()
                        ? where + " has no port " + (wanted == null ? "" : "\"" + wanted + "\" ")
                                + "with a " + (versions.contains(Soap.V12) ? "SOAP" : "SOAP 1.1")
                                + " binding; add one or name another"
                        : where + " has several ports, " + names + "; name one of them");
        return Optional.empty();
    }

    private static Optional<ServiceBehaviour> behaviour(Service model, ModelDistributions distributions) {
        ServiceQuality quality = ServiceQuality.of(model);
        String what = "service \"" + model.getName() + "\"";
        Optional<Distribution> time = quality.responseTime().isEmpty()
                ? Optional.of(ModelDistributions.otherwise(Defaults.RESPONSE_TIME))
                : distributions.of(quality.responseTime().get(), Optional.empty(), what + ", response time");
        Optional<Distribution> limit =
                quality.throughput().flatMap(each -> distributions.of(each, Optional.empty(), what + ", throughput"));
        Optional<Distribution> reliability = quality.reliability().isEmpty()
                ? Optional.of(Distribution.constant(Defaults.RELIABILITY))
                : distributions.of(quality.reliability().get(), Optional.empty(), what + ", reliability");
        boolean complete = time.isPresent()
                && reliability.isPresent()
                && limit.isPresent() == quality.throughput().isPresent();
        return complete
                ? Optional.of(new ServiceBehaviour(
                        time.get(),
                        quality.perConcurrent().toNanos() / 1_000,
                        quality.capacity(),
                        reliability.get(),
                        quality.bursts(),
                        quality.failures(),
                        limit))
                : Optional.empty();
    }

    private static MockPlan.UiidSource uiid(Service model, WsdlDefinitions wsdl, ProblemCollector problems) {
        UiidSource source = model.getUiid();
        if (source instanceof UiidFromMessage message) {
            String where = "service \"" + model.getName() + "\", uiid";
            WsdlPaths paths = new WsdlPaths(wsdl);
            List<String> step = message.getStep() == null || message.getStep().isBlank()
                    ? List.of()
                    : paths.steps(message.getStep(), message, Literals.UIID_FROM_MESSAGE__STEP, where, problems);
            return new MockPlan.UiidSource(
                    MockPlan.UiidSource.Kind.MESSAGE,
                    paths.steps(message.getPath(), message, Literals.UIID_FROM_MESSAGE__PATH, where, problems),
                    step,
                    "");
        }
        if (source instanceof UiidFromHeader header) {
            return new MockPlan.UiidSource(MockPlan.UiidSource.Kind.HEADER, List.of(), List.of(), header.getHeader());
        }
        return new MockPlan.UiidSource(MockPlan.UiidSource.Kind.ARRIVAL, List.of(), List.of(), "");
    }

    /** Returns how invocations are identified, in words for the report. */
    public String uiidWords() {
        UiidSource source = model.getUiid();
        if (source instanceof UiidFromMessage message) {
            return "from the message, element " + message.getPath()
                    + (message.getStep() == null ? "" : ", step " + message.getStep());
        }
        return source instanceof UiidFromHeader header
                ? "from the HTTP header " + header.getHeader()
                : "by order of arrival";
    }

    /**
     * Returns response time, reliability and throughput in words for the report.
     *
     * @param traces that draw the reliability of each instance
     */
    public String qosWords(BehaviourTraces traces) {
        ServiceQuality quality = ServiceQuality.of(model);
        StringBuilder words = new StringBuilder("response time ")
                .append(ModelDistributions.words(quality.responseTime().orElse(null), behaviour.responseTime()));
        if (!quality.perConcurrent().isZero()) {
            words.append(" + ")
                    .append(BigDecimal.valueOf(quality.perConcurrent().toNanos(), 6)
                            .stripTrailingZeros()
                            .toPlainString())
                    .append(" ms per concurrent request");
        }
        words.append(", reliability ").append(reliabilityWords(quality, traces));
        if (quality.failures().size() > 1 || quality.failures().get(0).kind() != FailureKind.FAULT) {
            words.append(" failing by ")
                    .append(quality.failures().stream()
                            .map(failure -> failure.word() + " " + Ratios.percent(failure.share()))
                            .collect(Collectors.joining(", ")));
        }
        quality.throughput().ifPresent(limit -> words.append(", throughput ")
                .append(ModelDistributions.words(limit, behaviour.throughput().orElseThrow())));
        if (quality.capacity() > 0) {
            words.append(", capacity ").append(quality.capacity());
        }
        folder.draws().forEach(draw -> words.append(", answers ")
                .append(draw.element())
                .append(" uniform(")
                .append(draw.least())
                .append(", ")
                .append(draw.greatest())
                .append(")"));
        folder.callback().ifPresent(later -> words.append(", callback ").append(later.operation()));
        return words.toString();
    }

    private String reliabilityWords(ServiceQuality quality, BehaviourTraces traces) {
        if (quality.bursts().isPresent()) {
            return quality.bursts().get().words();
        }
        List<String> own = IntStream.rangeClosed(1, instances)
                .mapToObj(instance -> Ratios.percent(traces.reliability(name(), instance, behaviour)))
                .toList();
        return behaviour.reliability().kind() == Kind.CONSTANT
                ? own.get(0)
                : behaviour.reliability().text() + (instances == 1 ? ", drawn " : ", of its instances ")
                        + String.join(", ", own) + ";";
    }
}
