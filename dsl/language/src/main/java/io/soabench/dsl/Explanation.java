package io.soabench.dsl;

import io.soabench.model.CaseExpansion;
import io.soabench.model.Clients;
import io.soabench.model.ConfigurationSpace;
import io.soabench.model.Defaults;
import io.soabench.model.Distributions;
import io.soabench.model.ExpandedCase;
import io.soabench.model.Measure;
import io.soabench.model.Ratios;
import io.soabench.model.ServerSettings;
import io.soabench.model.ServiceQuality;
import io.soabench.model.SuiteSettings;
import io.soabench.model.WholeTestbed;
import io.soabench.model.WorkloadConnections;
import io.soabench.model.testbed.BurstSeries;
import io.soabench.model.testbed.Bursts;
import io.soabench.model.testbed.Capacity;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.ClosedWorkload;
import io.soabench.model.testbed.Connections;
import io.soabench.model.testbed.ConstantDistribution;
import io.soabench.model.testbed.Distribution;
import io.soabench.model.testbed.EmpiricalDistribution;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.LoadShape;
import io.soabench.model.testbed.MixShare;
import io.soabench.model.testbed.Network;
import io.soabench.model.testbed.OpenWorkload;
import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.ParameterValue;
import io.soabench.model.testbed.PortDeclaration;
import io.soabench.model.testbed.PortValue;
import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Recorder;
import io.soabench.model.testbed.Reliability;
import io.soabench.model.testbed.Replay;
import io.soabench.model.testbed.Report;
import io.soabench.model.testbed.ReportFormat;
import io.soabench.model.testbed.ResponseTime;
import io.soabench.model.testbed.Schedule;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.Stage;
import io.soabench.model.testbed.Stages;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedElement;
import io.soabench.model.testbed.Throughput;
import io.soabench.model.testbed.Variation;
import io.soabench.model.testbed.Workload;
import io.soabench.plan.Halvings;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eclipse.emf.ecore.EObject;

/** The text of a testbed with all its defaults. */
final class Explanation {

    private static final int COMMENT_COLUMN = 44;

    private final WholeTestbed testbed;
    private final Optional<Profile> profile;
    private final Function<EObject, String> serializer;
    private final List<ExpandedCase> cases;
    private final StringBuilder out = new StringBuilder();

    Explanation(WholeTestbed testbed, Optional<Profile> profile, Function<EObject, String> serializer) {
        this.testbed = testbed;
        this.profile = profile;
        this.serializer = serializer;
        this.cases = CaseExpansion.expand(testbed);
    }

    String text() {
        Testbed root = testbed.root();
        if (root.getName() != null) {
            line("testbed " + root.getName() + (root.getTitle() == null ? "" : " " + quoted(root.getTitle())));
        }
        given(0, "seed " + testbed.seed(), root.getSeed() != null);
        if (!testbed.profiles().isEmpty()) {
            line("// " + profile.map(chosen -> "profile " + chosen.getName()).orElse("no profile") + " is chosen");
        }
        for (Testbed file : testbed.files()) {
            for (TestbedElement element : file.getElements()) {
                if (!(element instanceof Report)) {
                    line("");
                    element(element);
                }
            }
        }
        line("");
        String formats =
                testbed.reportFormats().stream().map(ReportFormat::getLiteral).collect(Collectors.joining(", "));
        given(0, "report " + formats, !testbed.all(Report.class).isEmpty());
        return out.toString();
    }

    private void element(TestbedElement element) {
        if (element instanceof Service service) {
            service(service);
        } else if (element instanceof Host host) {
            host(host);
        } else if (element instanceof Network network) {
            line("network {");
            network.getLatencies().forEach(latency -> {
                line("    " + text(latency));
                effectiveMean(1, latency.getTime());
            });
            line("}");
        } else if (element instanceof Server server) {
            server(server);
        } else if (element instanceof Workload workload) {
            workload(workload);
        } else if (element instanceof Exploration exploration) {
            exploration(exploration);
        } else if (element instanceof TestSuite suite) {
            suite(suite);
        } else {
            line(text(element));
        }
    }

    private void service(Service service) {
        line("service " + service.getName() + " : " + service.getType().getName() + " {");
        given(1, "instances " + ServiceQuality.instances(service), service.getInstances() != null);
        quality(service, ResponseTime.class, "response time " + seconds(Defaults.RESPONSE_TIME));
        quality(service, Reliability.class, "reliability " + Math.round(Defaults.RELIABILITY * 100) + " %");
        reliability(service);
        quality(service, Throughput.class, "// throughput: no limit");
        if (ServiceQuality.of(service).capacity() > 0) {
            quality(service, Capacity.class, "");
        }
        if (service.getOperation() != null) {
            line("    operation \"" + service.getOperation() + '"');
        }
        if (service.getCallback() != null) {
            line("    callback " + text(service.getCallback()));
        }
        service.getAnswers().forEach(answer -> line("    " + text(answer)));
        service.getAnswerFiles()
                .forEach(answer -> line("    answers "
                        + (answer.getOperation() == null ? "" : "operation \"" + answer.getOperation() + "\" ")
                        + "from \"" + answer.getFile() + '"'));
        given(
                1,
                service.getUiid() == null ? "uiid by arrival" : "uiid " + text(service.getUiid()),
                service.getUiid() != null);
        line("}");
    }

    /** Adds comments with the effective reliability of a service. */
    private void reliability(Service service) {
        ServiceQuality quality = ServiceQuality.of(service);
        quality.bursts().ifPresent(bursts -> line("    // " + bursts.words()));
        if (quality.reliability().isPresent() && !(quality.reliability().get() instanceof ConstantDistribution)) {
            line("    // each instance draws its own");
        }
        if (quality.failures().size() > 1) {
            line("    // failing by "
                    + quality.failures().stream()
                            .map(failure -> failure.word() + " " + Ratios.percent(failure.share()))
                            .collect(Collectors.joining(", ")));
        }
    }

    private void quality(Service service, Class<?> kind, String otherwise) {
        String written = service.getQualities().stream()
                .filter(kind::isInstance)
                .map(this::text)
                .findFirst()
                .orElse(null);
        given(1, written == null ? otherwise : written, written != null);
        service.getQualities().stream()
                .filter(kind::isInstance)
                .flatMap(quality -> quality.eContents().stream())
                .filter(Distribution.class::isInstance)
                .forEach(distribution -> effectiveMean(1, (Distribution) distribution));
    }

    /** Adds the effective mean of a distribution, where it differs from the mean in the model. */
    private void effectiveMean(int depth, Distribution model) {
        if (model == null
                || model instanceof EmpiricalDistribution
                || model.eContents().isEmpty()) {
            return;
        }
        io.soabench.distribution.Distribution distribution =
                Distributions.of(model, Optional.empty(), any -> List.of());
        Distributions.effectiveMean(model, distribution).ifPresent(words -> line("    ".repeat(depth) + "// " + words));
    }

    private void host(Host host) {
        line("host " + host.getName() + " {");
        if (host.getAddress() == null) {
            line("    // this machine");
        } else {
            line("    address " + quoted(host.getAddress()));
            given(1, "port " + (host.getPort() == null ? Defaults.SSH_PORT : host.getPort()), host.getPort() != null);
        }
        optional("user", host.getUser());
        optional("key", host.getKey());
        optional("jump", host.getJump());
        optional("java", host.getJava());
        if (host.getAddress() != null || host.getDirectory() != null) {
            String directory = Objects.requireNonNullElse(host.getDirectory(), Defaults.DIRECTORY);
            given(1, "directory " + quoted(directory), host.getDirectory() != null);
        }
        line("}");
    }

    private void optional(String property, String value) {
        if (value != null) {
            line("    " + property + " " + quoted(value));
        }
    }

    private void server(Server server) {
        line("server " + server.getName() + " : " + server.getType().getName()
                + (server.getVersion() == null ? "" : " version " + quoted(server.getVersion())) + " on "
                + server.getHost().getName() + " {");
        for (PortDeclaration port : server.getType().getPorts()) {
            Integer number = ServerSettings.ports(server).get(port.getName());
            boolean given = server.getPorts().stream().map(PortValue::getPort).anyMatch(port::equals);
            if (number == null) {
                line("    // port " + port.getName() + ": a free one is chosen for each run");
            } else {
                given(1, "port " + port.getName() + " " + number, given);
            }
        }
        for (ParameterDeclaration parameter : server.getType().getParameters()) {
            ParameterValue value = server.getParameters().stream()
                    .filter(candidate -> candidate.getParameter() == parameter)
                    .findFirst()
                    .orElse(null);
            if (value != null || parameter.getDefault() != null) {
                String text = text(value == null ? parameter.getDefault() : value.getValue());
                given(1, parameter.getName() + " " + text, value != null);
            }
        }
        if (!server.getServices().isEmpty()) {
            line("    serves "
                    + server.getServices().stream().map(Service::getName).collect(Collectors.joining(", ")));
        }
        line("}");
    }

    private void workload(Workload workload) {
        boolean closed = workload instanceof ClosedWorkload;
        line("workload " + workload.getName() + (closed ? " closed {" : " open {"));
        Optional<Connections> connections = WorkloadConnections.of(workload);
        given(1, "connections " + connections.map(WorkloadConnections::words).orElse("kept"), connections.isPresent());
        for (ClientClass clients : workload.getClasses()) {
            int depth = clients.getName() == null ? 1 : 2;
            if (depth == 2) {
                String process = clients.getProcess() == null
                        ? ""
                        : " of " + clients.getProcess().getName();
                line("    class " + clients.getName() + process + " {");
            }
            if (closed) {
                if (clients.getShape() == null) {
                    given(depth, "clients " + Clients.most(clients), clients.getClients() != null);
                    if (clients.getBatch() != null) {
                        given(depth, "batches of " + clients.getBatch(), true);
                    }
                } else {
                    given(depth, "stages " + text(clients.getShape()), true);
                    line("    ".repeat(depth) + "// " + warmUp(clients.getShape()));
                }
                String time =
                        clients.getThinkTime() == null ? seconds(Defaults.THINK_TIME) : text(clients.getThinkTime());
                given(depth, "think time " + time, clients.getThinkTime() != null);
                effectiveMean(depth, clients.getThinkTime());
            } else if (workload instanceof OpenWorkload) {
                if (clients.getRate() != null) {
                    given(depth, "rate " + text(clients.getRate()), true);
                }
                if (clients.getShape() != null) {
                    given(depth, text(clients.getShape()), true);
                    line("    ".repeat(depth) + "// " + warmUp(clients.getShape()));
                }
                if (!(clients.getShape() instanceof Replay) && !(clients.getShape() instanceof BurstSeries)) {
                    String arrivals = clients.getArrivals() == null ? "exponential" : text(clients.getArrivals());
                    given(depth, "arrivals " + arrivals, clients.getArrivals() != null);
                    effectiveMean(depth, clients.getArrivals());
                }
            }
            if (clients.getMix().isEmpty()) {
                String sends = clients.getPool() == null
                        ? "// sends a message made from the WSDL"
                        : "sends " + clients.getPool().getName();
                given(depth, sends, clients.getPool() != null);
            } else {
                line("    ".repeat(depth) + "mix {");
                for (int i = 0; i < clients.getMix().size(); i++) {
                    mix(
                            depth + 1,
                            clients.getMix().get(i),
                            i + 1 == clients.getMix().size());
                }
                line("    ".repeat(depth) + "}");
            }
            if (depth == 2) {
                line("    }");
            }
        }
        line("}");
    }

    /** Returns the load during a warm-up, which precedes the shape. */
    private static String warmUp(LoadShape shape) {
        if (shape instanceof BurstSeries) {
            return "warm-up: at the mean rate of a burst and the pause after it";
        }
        if (shape instanceof Bursts) {
            return "warm-up: a part of the same process, drawn by itself";
        }
        if (!(shape instanceof Stages stages)) {
            return "warm-up: at the mean rate of the recording";
        }
        Stage first = stages.getStages().get(0);
        if (Clients.of(first)) {
            Integer number = first.isRamp() ? first.getFromClients() : first.getClients();
            return number == null || number == 0
                    ? "warm-up: with the mean number of the measurement, because the stages begin with 0 clients"
                    : "warm-up: with " + number + " clients, with which the stages begin";
        }
        Quantity rate = first.isRamp() ? first.getFrom() : first.getRate();
        return rate == null || Measure.of(rate).sign() == 0
                ? "warm-up: at the mean rate of the measurement, because the stages begin at 0 /s"
                : "warm-up: at " + Measure.text(rate) + ", with which the stages begin";
    }

    private void mix(int depth, MixShare share, boolean last) {
        String text = share.getShare().toPlainString() + " % "
                + share.getProcess().getName()
                + (share.getPool() == null ? "" : " sends " + share.getPool().getName()) + (last ? "" : ",");
        line("    ".repeat(depth) + text);
        if (share.getPool() == null) {
            given(depth, "// sends a message made from the WSDL", false);
        }
    }

    private void suite(TestSuite suite) {
        line("suite " + suite.getName() + " {");
        if (suite.isParallel()) {
            given(1, "parallel", true);
        }
        often(suite);
        propertyLine(suite, "warm up", Schedule::getWarmUp, seconds(Defaults.WARM_UP));
        propertyLine(suite, "measure", Schedule::getMeasure, seconds(Defaults.MEASURE));
        propertyLine(suite, "time-out", Schedule::getTimeOut, seconds(Defaults.TIME_OUT));
        propertyLine(suite, "drain", Schedule::getDrain, seconds(Defaults.DRAIN));
        if (!suite.getTwins().isEmpty()) {
            given(1, "aa on " + suite.getTwins().stream().map(Server::getName).collect(Collectors.joining(", ")), true);
        }
        if (suite.getBaseline() != null) {
            given(1, "baseline " + suite.getBaseline().getName(), true);
        }
        if (suite.getRecorder() != Recorder.NONE) {
            given(1, "record " + suite.getRecorder().getLiteral(), true);
        }
        for (TestCase testCase : suite.getCases()) {
            line("    " + text(testCase));
            cases.stream().filter(cell -> cell.testCase() == testCase).forEach(this::cell);
        }
        suite.getObjectives().forEach(objective -> line("    expect " + text(objective)));
        line("}");
    }

    private void exploration(Exploration exploration) {
        line("explore " + exploration.getName() + " {");
        propertyLine(exploration, "warm up", Schedule::getWarmUp, seconds(Defaults.WARM_UP));
        propertyLine(exploration, "measure", Schedule::getMeasure, seconds(Defaults.MEASURE));
        propertyLine(exploration, "time-out", Schedule::getTimeOut, seconds(Defaults.TIME_OUT));
        propertyLine(exploration, "drain", Schedule::getDrain, seconds(Defaults.DRAIN));
        exploration.getCases().forEach(testCase -> line("    " + text(testCase)));
        CaseExpansion.expand(testbed, exploration).forEach(this::cell);
        if (exploration.getVariation() == null) {
            line("    load " + text(exploration.getLoad()));
            exploration.getObjectives().forEach(objective -> line("    until " + text(objective)));
        } else {
            variation(exploration);
        }
        int trials = exploration.getVariation() == null ? Defaults.TRIALS : Defaults.CONFIGURATION_TRIALS;
        given(
                1,
                "trials at most " + (exploration.getTrials() == null ? trials : exploration.getTrials()),
                exploration.getTrials() != null);
        given(
                1,
                "within "
                        + (exploration.getWithin() == null
                                ? Defaults.WITHIN.toMinutes() + " min"
                                : text(exploration.getWithin())),
                exploration.getWithin() != null);
        if (exploration.getVariation() == null) {
            given(
                    1,
                    "precision "
                            + (exploration.getPrecision() == null
                                    ? Ratios.percent(Defaults.PRECISION)
                                    : text(exploration.getPrecision())),
                    exploration.getPrecision() != null);
        } else {
            given(
                    1,
                    "confirm " + ConfigurationSpace.confirmations(exploration) + " times",
                    exploration.getConfirmations() != null);
        }
        line("}");
    }

    /** Adds the varied parameters, and the trials of the search. */
    private void variation(Exploration exploration) {
        Variation variation = exploration.getVariation();
        line("    vary " + variation.getServer().getName() + " for " + text(variation.getCriterion()) + " {");
        variation.getRanges().forEach(range -> line("        " + text(range)));
        line("    }");
        ConfigurationSpace space = ConfigurationSpace.of(exploration, testbed.seed());
        Halvings halvings = new Halvings(space.tried().size());
        line("    // " + space.size() + " configurations"
                + (space.tried().size() < space.size()
                        ? ", of which " + space.tried().size() + " are drawn"
                        : "")
                + "; trials in each rung: "
                + halvings.rungs().stream().map(String::valueOf).collect(Collectors.joining(", "))
                + "; then at most " + ConfigurationSpace.confirming(exploration) + " that confirm");
        exploration.getConstraints().forEach(constraint -> line("    expect " + text(constraint)));
    }

    private void cell(ExpandedCase cell) {
        String hosts = cell.clientHosts().stream().map(Host::getName).collect(Collectors.joining(", "));
        line("    // " + cell.name() + ", clients on " + hosts
                + (cell.hasTwin() ? ", and once more as its own twin" : ""));
    }

    private void propertyLine(TestSuite suite, String property, Function<Schedule, Object> value, String otherwise) {
        for (Schedule schedule : SuiteSettings.schedules(suite, profile)) {
            Object stated = value.apply(schedule);
            if (stated != null) {
                String words =
                        stated == schedule.getWarmUp() && schedule.isUntilSteady() ? " until steady at most " : " ";
                String text = property
                        + words
                        + (stated instanceof EObject quantity ? text(quantity) : stated)
                        + (stated == schedule.getMeasure() ? enough(schedule) : "");
                propertyLine(suite, schedule, text);
                return;
            }
        }
        given(1, property + " " + otherwise, false);
    }

    private void propertyLine(TestSuite suite, Schedule by, String text) {
        if (by == suite) {
            given(1, text, true);
        } else {
            marked(1, text, "profile " + by.getName());
        }
    }

    /** Adds the number of repetitions of each case, or the precision that decides it. */
    private void often(TestSuite suite) {
        Optional<Schedule> first = SuiteSettings.schedules(suite, profile).stream()
                .filter(schedule -> schedule.getRepeat() != null || schedule.getHalfWidth() != null)
                .findFirst();
        if (first.isPresent() && first.get().getHalfWidth() != null) {
            Integer most = first.get().getMostRepetitions();
            propertyLine(
                    suite,
                    first.get(),
                    "precision " + text(first.get().getHalfWidth()) + " at most "
                            + (most == null ? Defaults.MOST_REPETITIONS : most));
        } else {
            propertyLine(suite, "repeat", Schedule::getRepeat, Integer.toString(Defaults.REPEAT));
        }
    }

    private String enough(Schedule schedule) {
        return schedule.getUntilAnswers() == null
                ? ""
                : " until " + schedule.getUntilAnswers() + " answers at most " + text(schedule.getLongest());
    }

    private void given(int depth, String text, boolean given) {
        if (given) {
            line("    ".repeat(depth) + text);
        } else if (text.startsWith("//")) {
            line("    ".repeat(depth) + text + " (default)");
        } else {
            marked(depth, text, "default");
        }
    }

    /** Adds a line with a comment about the origin of its value. */
    private void marked(int depth, String text, String origin) {
        String line = "    ".repeat(depth) + text;
        line(line + " ".repeat(Math.max(1, COMMENT_COLUMN - line.length())) + "// " + origin);
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private String text(EObject element) {
        return serializer.apply(element).strip();
    }

    private static String seconds(Duration duration) {
        return duration.toSeconds() + " s";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
