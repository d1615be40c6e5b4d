package io.soabench.exposition;

import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import io.soabench.contracts.source.XmlReading;
import io.soabench.dsl.TestbedReader;
import io.soabench.model.CaseExpansion;
import io.soabench.model.ExpandedCase;
import io.soabench.model.SuiteSettings;
import io.soabench.model.WholeTestbed;
import io.soabench.model.testbed.BlackBoxProcess;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.Objective;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.ResponseTime;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.model.testbed.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.emf.ecore.EObject;

/** The page of one testbed. */
final class Page {

    private final WholeTestbed testbed;
    private final Path file;
    private final Optional<Profile> profile;
    private final long seed;
    private final List<String> estimate;
    private final List<ExpandedCase> cases;
    private final Map<String, String> pictures = new LinkedHashMap<>();
    private final Html out = new Html();

    Page(TestbedReader.Result model, Optional<Profile> profile, Optional<Long> seed, List<String> estimate) {
        this.testbed = model.whole();
        this.file = Path.of(model.testbed().eResource().getURI().toFileString());
        this.profile = profile;
        this.seed = seed.orElse(testbed.seed());
        this.estimate = estimate;
        this.cases = CaseExpansion.expand(testbed);
    }

    /** Returns the pictures by the names of their files. The map is complete after {@link #html}. */
    Map<String, String> pictures() {
        return pictures;
    }

    String html() throws IOException {
        String name = testbed.root().getName();
        String title = testbed.root().getTitle() == null ? name : testbed.root().getTitle();
        out.begin(name + ": " + title);
        out.heading(1, name);
        out.paragraph(title, "question");
        summary();
        out.heading(2, "Deployment");
        out.figure(
                picture("deployment", deployment()),
                "Hosts, servers and load clients. Arrows are calls; beside the hosts stand the latencies that are added between them.");
        processes();
        services();
        workloads();
        runs();
        return out.end();
    }

    private String deployment() {
        List<ExpandedCase> all = new ArrayList<>(cases);
        testbed.explorations().forEach(each -> all.addAll(CaseExpansion.expand(testbed, each)));
        return new DeploymentPicture(testbed, all).svg();
    }

    private String picture(String name, String svg) {
        pictures.put(name + ".svg", svg);
        return svg;
    }

    private void summary() {
        out.beginTable("The experiment in short", List.of());
        out.row("model", file.getFileName().toString());
        out.row("seed", Long.toString(seed) + ", from which all requests and all behaviour of partners are drawn");
        profile.ifPresent(each -> out.row("profile", each.getName()));
        out.row("engines", names(testbed.engines()));
        out.row("cases", counted());
        estimate.forEach(line -> out.row("estimate", line.strip()));
        out.endTable();
    }

    /** Returns the number of cases as the estimate counts them, with twins. */
    private String counted() {
        long twins = cases.stream().filter(ExpandedCase::hasTwin).count();
        return twins == 0
                ? Integer.toString(cases.size())
                : cases.size() + twins + ", " + twins + (twins == 1 ? " twin" : " twins") + " among them";
    }

    private static String names(List<Server> servers) {
        return servers.isEmpty()
                ? "none: what runs elsewhere, or partners themselves, are under test"
                : servers.stream()
                        .map(each -> each.getName() + " (" + each.getType().getName() + ")")
                        .collect(Collectors.joining(", "));
    }

    private void processes() throws IOException {
        if (testbed.processes().isEmpty()) {
            return;
        }
        out.heading(2, "Processes");
        for (Process process : testbed.processes()) {
            out.heading(3, process.getName());
            if (process instanceof WhiteBoxProcess white) {
                contract(white);
                out.list(white.getRealisations().stream()
                        .map(each -> "in " + each.getLanguage().getLiteral()
                                + (each.getVariant() == null ? "" : ", variant " + each.getVariant()) + ": "
                                + each.getFile()
                                + (each.getProcess() == null ? "" : ", process " + each.getProcess()))
                        .toList());
            } else if (process instanceof BlackBoxProcess black) {
                out.paragraph(
                        "A black box at " + black.getEndpoint() + ", described by " + black.getWsdl()
                                + (black.getTrust() == null ? "" : ", trusted by " + black.getTrust()) + ".",
                        "");
                out.list(black.getHeaders().stream()
                        .map(each -> "requests have the HTTP header " + each.getHeader()
                                + (each.getText() == null ? ", which is a secret" : ""))
                        .toList());
            }
            out.list(process.getChecks().stream()
                    .map(each -> "must answer \"" + each.getRequest() + "\" with \"" + each.getAnswer()
                            + "\" before it is measured")
                    .toList());
        }
    }

    /** Writes the contract of a process: its BPEL file with a picture, or its WSDL document. */
    private void contract(WhiteBoxProcess process) throws IOException {
        String partners = process.getPartners().stream().map(ElementTexts::of).collect(Collectors.joining(", "));
        String bound = partners.isEmpty() ? "" : "; " + partners;
        if (process.getContract() != null) {
            out.paragraph("Its contract is " + process.getContract() + bound + ".", "");
            return;
        }
        Path bpel = Path.of(process.eResource().getURI().toFileString()).resolveSibling(process.getBpel());
        Optional<XmlElement> root = XmlReading.read(bpel.toString(), Files.readAllBytes(bpel), new Problems());
        if (root.isPresent()) {
            out.figure(
                    picture("process-" + low(process.getName()), ProcessPicture.svg(root.get())),
                    process.getBpel() + bound);
        }
    }

    private static String low(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private void services() {
        if (testbed.services().isEmpty()) {
            return;
        }
        out.heading(2, "Partner services");
        for (Service service : testbed.services()) {
            out.heading(3, service.getName() + instances(service));
            List<String> qualities = new ArrayList<>();
            service.getQualities().forEach(each -> qualities.add(ElementTexts.of(each)));
            Optional.ofNullable(service.getOperation()).ifPresent(each -> qualities.add("clients call " + each));
            Optional.ofNullable(service.getCallback())
                    .ifPresent(each -> qualities.add("callback " + ElementTexts.of(each)));
            service.getAnswers().forEach(each -> qualities.add(ElementTexts.of(each)));
            Optional.ofNullable(service.getUiid())
                    .ifPresent(each -> qualities.add("identifier " + ElementTexts.of(each)));
            out.list(qualities.isEmpty() ? List.of("answers at once and always") : qualities);
            service.getQualities().stream()
                    .filter(ResponseTime.class::isInstance)
                    .map(each -> ((ResponseTime) each).getTime())
                    .findFirst()
                    .flatMap(time -> DistributionPicture.ofTime(time, "Response time of " + service.getName()))
                    .ifPresent(
                            svg -> out.figure(
                                    picture("service-" + low(service.getName()), svg),
                                    "Share of the answers that take no longer than a time, with the median and the 95 % and 99 % points; the area shows how often times occur."));
        }
    }

    private static String instances(Service service) {
        return service.getInstances() == null || service.getInstances() == 1
                ? ""
                : ", " + service.getInstances() + " instances";
    }

    private void workloads() {
        out.heading(2, "Workloads");
        for (Workload workload : testbed.workloads()) {
            double seconds = cases.stream()
                    .filter(each -> each.workload() == workload)
                    .mapToDouble(each ->
                            SuiteSettings.of(each.suite(), profile).measure().toMillis() / 1000.0)
                    .max()
                    .orElse(60);
            out.heading(3, workload.getName());
            out.code(ElementTexts.of(workload));
            new WorkloadPicture(workload, seconds)
                    .svg()
                    .ifPresent(svg -> out.figure(
                            picture("workload-" + low(workload.getName()), svg),
                            "What is offered while it is measured" + changing(workload)));
        }
    }

    private static String changing(Workload workload) {
        return workload.getClasses().stream()
                        .anyMatch(each -> each.getShape() instanceof io.soabench.model.testbed.Bursts)
                ? ": one course of many, when states change is drawn for each repetition."
                : ".";
    }

    private void runs() {
        out.heading(2, "What is run");
        for (TestSuite suite : testbed.suites()) {
            SuiteSettings settings = SuiteSettings.of(suite, profile);
            out.heading(3, "Suite " + suite.getName());
            out.list(List.of(
                    settings.precision() > 0
                            ? Svg.format(
                                    "precision: as often as it takes to know mean response times to %.3g %%, at most %d times",
                                    settings.precision() * 100, settings.repeat())
                            : "repetitions: " + settings.repeat() + ", in blocks whose order is drawn from the seed",
                    "warm-up: " + (settings.untilSteady() ? "until steady, at most " : "")
                            + ElementTexts.span(settings.warmUp()),
                    "measurement: " + ElementTexts.span(settings.least())
                            + (settings.least().equals(settings.measure())
                                    ? ""
                                    : " until " + settings.untilAnswers() + " answers, at most "
                                            + ElementTexts.span(settings.measure())),
                    "time-out: " + ElementTexts.span(settings.timeOut()) + ", drain: "
                            + ElementTexts.span(settings.drain())));
            table(cases.stream().filter(each -> each.suite() == suite).toList(), settings);
            objectives(suite);
        }
        for (Exploration exploration : testbed.explorations()) {
            out.heading(3, "Exploration " + exploration.getName());
            out.code(ElementTexts.of(exploration));
        }
        sourceTexts("Events", testbed.events());
        sourceTexts("Metrics", testbed.metrics());
    }

    private void table(List<ExpandedCase> of, SuiteSettings settings) {
        out.beginTable(
                "Cases", List.of("case", "under test", "process", "workload", "clients on", "repetitions", "time"));
        for (ExpandedCase each : of) {
            java.time.Duration one = settings.warmUp()
                    .plus(settings.measure())
                    .plus(settings.drain().multipliedBy(2));
            int times = each.hasTwin() ? 2 * settings.repeat() : settings.repeat();
            out.cells(List.of(
                    each.name(),
                    each.server().map(Server::getName).orElse("black box"),
                    each.targets().stream().map(target -> target.getName()).collect(Collectors.joining(" + ")),
                    each.workload().getName(),
                    each.clientHosts().stream().map(host -> host.getName()).collect(Collectors.joining(", ")),
                    times + (each.hasTwin() ? " (with twin)" : ""),
                    "at most " + ElementTexts.span(one.multipliedBy(times))));
        }
        out.endTable();
    }

    private void objectives(TestSuite suite) {
        if (suite.getObjectives().isEmpty()) {
            return;
        }
        out.paragraph("Expected:", "");
        out.list(suite.getObjectives().stream()
                .map((Objective each) -> ElementTexts.of(each))
                .toList());
    }

    private void sourceTexts(String heading, List<? extends EObject> elements) {
        if (!elements.isEmpty()) {
            out.heading(3, heading);
            out.list(elements.stream().map(ElementTexts::of).toList());
        }
    }
}
