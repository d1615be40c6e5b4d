package io.soabench.load.server;

import io.soabench.load.LoadOptions;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A small compiled testbed in a folder: one case, one client host {@code here}, two chunks. */
public final class Testbed {

    /** What is called in the load tests of this class when nothing overrides it. */
    public static final String CASE = "q-engine-Sequential-office";

    private final Path folder;
    private final Plan.WorkloadPlan.Load kind;
    private final Map<String, String> variables = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();
    private Plan.Schedule.WarmUp warmUp = Plan.Schedule.WarmUp.FIXED;
    private long warmUpMs = 0;
    private long measureMs = 1_000;
    private long timeOutMs = 5_000;
    private long drainMs = 5_000;
    private String answerElement = "{urn:q}answer";
    private final List<Plan.EventPlan> events = new ArrayList<>();
    private boolean alone = true;

    public Testbed(Path folder, Plan.WorkloadPlan.Load kind) {
        this.folder = folder;
        this.kind = kind;
    }

    /** A closed workload. */
    public static Testbed closed(Path folder) {
        return new Testbed(folder, Plan.WorkloadPlan.Load.CLOSED);
    }

    /** An open workload. */
    public static Testbed open(Path folder) {
        return new Testbed(folder, Plan.WorkloadPlan.Load.OPEN);
    }

    public Testbed phases(long warmUp, long measure, long timeOut) {
        warmUpMs = warmUp;
        measureMs = measure;
        timeOutMs = timeOut;
        drainMs = timeOut;
        return this;
    }

    /** The warm-up ends as soon as response times are steady. */
    public Testbed untilSteady() {
        warmUp = Plan.Schedule.WarmUp.UNTIL_STEADY;
        return this;
    }

    /** An event waits for that request. */
    public Testbed awaits(long request) {
        events.add(Plan.EventPlan.ofPlugin(
                "s.pause." + (events.size() + 1), "pause", -1, request, Map.of(), "at request " + request, "pause"));
        return this;
    }

    /** There is a second client host, whose load client is not run. */
    public Testbed twoHosts() {
        alone = false;
        return this;
    }

    public Testbed answer(String element) {
        answerElement = element;
        return this;
    }

    public Testbed request(int client, int number, long waitUs, int chunk) {
        lines.add(client + "\t" + number + "\t" + waitUs + "\t" + chunk);
        return this;
    }

    /** Replaces a variable of the load test. */
    public Testbed variable(String name, String value) {
        variables.put(name, value);
        return this;
    }

    public Path out() {
        return folder.resolve("out");
    }

    private boolean isOpen() {
        return kind == Plan.WorkloadPlan.Load.OPEN;
    }

    private int clients() {
        return (int) lines.stream()
                .map(l -> l.substring(0, l.indexOf('\t')))
                .distinct()
                .count();
    }

    /** Writes all files. */
    public LoadOptions write(String endpoint) throws IOException {
        Path compiled = folder.resolve("compiled");
        Files.createDirectories(compiled.resolve("workloads/office"));
        Files.createDirectories(compiled.resolve("requests/Sequential"));
        Files.createDirectories(compiled.resolve("jmeter"));
        Files.writeString(
                compiled.resolve("workloads/office/here.trace"),
                "# soabench workload trace 1\n# workload=office kind=" + (isOpen() ? "open" : "closed") + " clients="
                        + (isOpen() ? 0 : clients()) + " chunks=small,large\n"
                        + lines.stream().map(l -> l + "\n").collect(Collectors.joining()));
        for (String chunk : List.of("small", "large")) {
            Files.writeString(
                    compiled.resolve("requests/Sequential/" + chunk + ".xml"),
                    ScriptedServer.soap(
                            "<q:order xmlns:q=\"urn:q\" id=\"${uiid}\"><q:" + chunk + "/>${uiid}</q:order>"));
        }
        Path plan = folder.resolve("plan.json");
        Json.write(plan, plan());
        Path jmx = compiled.resolve("jmeter/" + CASE + ".jmx");
        try (OutputStream out = Files.newOutputStream(jmx)) {
            StockPlan.write(variables(endpoint), out);
        }
        return new LoadOptions(plan, CASE, "here", compiled, out(), jmx, Optional.empty());
    }

    private Map<String, String> variables(String endpoint) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("soabench.format", "1");
        all.put("soabench.testbed", "quickstart");
        all.put("soabench.case", CASE);
        all.put("soabench.process", "Sequential");
        all.put("soabench.workload", "office");
        all.put("soabench.host", "here");
        all.put("soabench.kind", isOpen() ? "open" : "closed");
        all.put("soabench.threads", Integer.toString(isOpen() ? 64 : clients()));
        all.put("soabench.trace", "../workloads/office/here.trace");
        all.put("soabench.requests", "../requests/Sequential/small.xml,../requests/Sequential/large.xml");
        all.put("soabench.warmUpMs", Long.toString(warmUpMs));
        all.put("soabench.measureMs", Long.toString(measureMs));
        all.put("soabench.drainMs", Long.toString(drainMs));
        all.put("soabench.timeOutMs", Long.toString(timeOutMs));
        all.put("soabench.endpoint", "${__P(soabench.endpoint," + endpoint + ")}");
        all.put("soabench.soapAction", "urn:order");
        all.put("soabench.oneWay", "false");
        all.put("soabench.answerElement", answerElement);
        all.putAll(variables);
        return all;
    }

    private Plan plan() {
        Plan.ClientPlan here = SamplePlan.client("here");
        return SamplePlan.empty()
                .withWorkloads(
                        List.of(isOpen() ? SamplePlan.open("office", 1) : SamplePlan.closed("office", clients())))
                .withCases(List.of(SamplePlan.testCase(CASE)
                        .withClients(alone ? List.of(here) : List.of(here, here.withHost("there")))
                        .withSchedule(new Plan.Schedule(1, false, warmUp, warmUpMs, measureMs, drainMs, timeOutMs))
                        .withEvents(List.copyOf(events))));
    }
}
