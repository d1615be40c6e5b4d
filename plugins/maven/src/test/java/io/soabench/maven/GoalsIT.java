package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.maven.Measuring.Outcome;
import io.soabench.plan.Json;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.RunRecord;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The goals as a user types them: a real Maven, real servers, real load. */
final class GoalsIT {

    private static final List<String> SOURCES = List.of(
            "wsdl/quote.wsdl",
            "wsdl/sequential.wsdl",
            "wsdl/flow-no-dep.wsdl",
            "bpel/sequential.bpel",
            "bpel/flow-no-dep.bpel");

    private static final String SMALL =
            """
            testbed small "One process, a lean partner"
            seed 7
            service type Quote from "wsdl/quote.wsdl"
            service quotes : Quote {
                response time 5 ms
                uiid from "q:request/q:id" step "q:request/q:step"
            }
            process Sequential { bpel "bpel/sequential.bpel" partner quote -> quotes uiid to "p:order/p:id" }
            host here
            server engine : reference on here { heap 128 MiB }
            server mocks : lean on here { serves quotes }
            workload office closed { clients 3 think time 50 ms }
            suite Quick {
                repeat REPEAT warm up 1 s measure MEASURE time-out 5 s
                case on engine for process in (Sequential), workload in (office) from here
                expect p99 response-time < LIMIT
            }
            report html, pdf
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void copySources() throws IOException {
        Path quickstart = Path.of(System.getProperty("soabench.root"), "examples/quickstart");
        for (String source : SOURCES) {
            Path target = folder.resolve(source);
            Files.createDirectories(target.getParent());
            Files.copy(quickstart.resolve(source), target);
        }
    }

    /** A program that runs out of this test's folder belongs to it; none may be left. */
    @AfterEach
    void shouldLeaveNoProcess() {
        assertThat(processesOf(folder)).isEmpty();
    }

    private static List<String> processesOf(Path folder) {
        return ProcessHandle.allProcesses()
                .map(p -> p.info().commandLine().orElse(""))
                .filter(line -> line.contains(folder.toString()))
                .toList();
    }

    private Path testbed(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name + ".testbed"), text);
    }

    private Path small(int repeat, String measure, String limit) throws IOException {
        return testbed(
                "small",
                SMALL.replace("REPEAT", Integer.toString(repeat))
                        .replace("MEASURE", measure)
                        .replace("LIMIT", limit));
    }

    @Test
    void shouldListEveryMistakeAndStartNothingWhenTheModelIsWrong() throws Exception {
        testbed(
                "wrong",
                """
                testbed wrong
                seed 1
                service type Quote from "wsdl/quote.wsdl"
                service type Lost from "wsdl/lost.wsdl"
                service quotes : Quote {
                    response time normal(5 ms, sd -1 ms)
                    reliability 120 %
                }
                process Sequential { bpel "bpel/sequential.bpel" }
                process Gone { bpel "bpel/gone.bpel" partner quote -> quotes }
                host here
                server engine : refrence on here
                server mocks : lean on here { serves quotes colour 3 }
                workload office closed { clients 0 think time 50 ms }
                workload web open { rate 50 ms }
                metric response-time of processes { mode }
                suite Quick {
                    repeat 0 warm up 1 s measure 2 s
                    case on engine for process in (Sequential), workload in (office) from here
                }
                """);

        try (MavenCommand maven = MavenCommand.run(folder, "run", "-Dtestbed=wrong.testbed")) {
            assertThat(maven.status()).isEqualTo(1);
            List<String> issues = maven.errors().stream()
                    .filter(l -> l.startsWith("wrong.testbed:"))
                    .toList();
            assertThat(issues).hasSizeGreaterThanOrEqualTo(10);
            assertThat(issues).allMatch(l -> l.matches("wrong\\.testbed:\\d+:\\d+: \\[[a-z-]+] .+"));
            List<Integer> lines = issues.stream()
                    .map(l -> Integer.parseInt(l.split(":", -1)[1]))
                    .toList();
            assertThat(lines).isSorted().contains(4, 6, 7, 9, 10, 12, 13, 14, 15, 16, 18);
            assertThat(maven.output())
                    .contains("nothing was compiled or started")
                    .doesNotContain("\tat ");
        }
        assertThat(folder.resolve("target")).doesNotExist();
    }

    /** As most people use it: a copy of an example anywhere, no project, nothing but the testbed is named. */
    @Test
    void shouldRunAnExampleOutsideOfAnyProjectFromTheModelToTheReport() throws Exception {
        Path example = folder.resolve("elsewhere");
        copy(Path.of(System.getProperty("soabench.root"), "examples/quickstart"), example);
        String testbed = "-Dtestbed=quickstart.testbed";
        // How fast this machine is does not matter here.
        Path model = example.resolve("quickstart.testbed");
        Files.writeString(
                model, Files.readString(model).replace("p99 response-time < 250 ms", "p99 response-time < 10 s"));

        Outcome done = Measuring.done(
                () -> MavenCommand.outcome(example, "run", testbed, "-Dsoabench.cases=Sequential-office-*"));
        assertThat(done.output())
                .contains("[1/2] ")
                .contains("[2/2] ")
                .contains("report target/soabench/quickstart/runs/")
                .contains("report.pdf");

        Path latest = example.resolve("target/soabench/quickstart/runs/latest").toRealPath();
        assertThat(latest.getFileName().toString()).matches("\\d{8}-\\d{6}");
        for (String file : List.of(
                "run.json",
                "environment.json",
                "plan.json",
                "results.mv.db",
                "report/index.html",
                "report/report.pdf",
                "cases/" + onlyCase(latest) + "/2/samples-here.csv")) {
            assertThat(latest.resolve(file)).isNotEmptyFile();
        }
        RunRecord record = Json.read(latest.resolve("run.json"), RunRecord.class);
        assertThat(record.state()).isEqualTo(RunRecord.State.COMPLETED);
        assertThat(record.origin().seed()).isEqualTo(42);
        try (Stream<Path> files = Files.list(example)) {
            assertThat(files.filter(Files::isDirectory)
                            .map(file -> file.getFileName().toString()))
                    .as("folders beside the testbed")
                    .containsExactlyInAnyOrder("bpel", "data", "target", "wsdl");
        }
        new Tour(Files.readAllLines(Path.of(System.getProperty("soabench.root"), "docs/tour.md")))
                .assertTrueOf(example.resolve("target/soabench/quickstart"));

        Files.delete(latest.resolve("results.mv.db"));
        Files.delete(latest.resolve("report/report.pdf"));
        for (String goal : List.of("analyze", "report")) {
            try (MavenCommand maven = MavenCommand.run(example, goal, testbed)) {
                assertThat(maven.status()).as(maven.output()).isZero();
            }
        }
        assertThat(latest.resolve("results.mv.db")).isNotEmptyFile();
        assertThat(latest.resolve("report/report.pdf")).isNotEmptyFile();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file :
                    files.filter(f -> !f.startsWith(from.resolve("target"))).toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static String onlyCase(Path run) throws IOException {
        try (Stream<Path> cases = Files.list(run.resolve("cases"))) {
            List<Path> all = cases.toList();
            assertThat(all).hasSize(1);
            return all.get(0).getFileName().toString();
        }
    }

    @Test
    void shouldStopEverythingAtCtrlCAndGoOnWhenResumed() throws Exception {
        small(2, "4 s", "2 s");

        Measuring.done(this::interruptAndResume);

        Path latest = folder.resolve("out/small/runs/latest").toRealPath();
        RunRecord resumed = Json.read(latest.resolve("run.json"), RunRecord.class);
        assertThat(resumed.state()).isEqualTo(RunRecord.State.COMPLETED);
        assertThat(latest.resolve("report/report.pdf")).isNotEmptyFile();
    }

    /** Interrupts a new run in its second repetition, goes on with it, and says how that ended. */
    private Outcome interruptAndResume() throws IOException, InterruptedException {
        try (MavenCommand maven =
                MavenCommand.start(folder, "run", "-Dtestbed=small.testbed", "-Dsoabench.output=out")) {
            maven.awaitOutput(o ->
                    o.contains("[2/2] ") && o.substring(o.indexOf("[2/2] ")).contains("measuring"));
            maven.interrupt();
            assertThat(maven.await()).isNotZero();
        }
        Path latest = folder.resolve("out/small/runs/latest").toRealPath();
        RunRecord interrupted = Json.read(latest.resolve("run.json"), RunRecord.class);
        assertThat(interrupted.state()).isEqualTo(RunRecord.State.INTERRUPTED);
        assertThat(interrupted.executions().get(0).state()).isEqualTo(RunRecord.State.COMPLETED);
        assertThat(processesOf(folder)).isEmpty();

        return MavenCommand.outcome(
                folder, "run", "-Dtestbed=small.testbed", "-Dsoabench.output=out", "-Dsoabench.resume=latest");
    }

    @Test
    void shouldRunUnderTheProfileThatIsChosenAndNotMixProfiles() throws Exception {
        Path model = small(9, "600 s", "2 s");
        Files.writeString(
                model,
                Files.readString(model)
                        + "profile short { repeat 1 warm up until steady at most 15 s measure 2 s }\n"
                        + "profile long { measure 700 s }\n");

        Outcome done = Measuring.done(() -> MavenCommand.outcome(
                folder, "run", "-Dtestbed=small.testbed", "-Dsoabench.output=out", "-Dsoabench.profile=short"));
        assertThat(done.output()).contains("of profile short into").contains("[1/1] ");
        Path latest = folder.resolve("out/small/runs/latest").toRealPath();
        assertThat(Json.read(latest.resolve("run.json"), RunRecord.class)
                        .origin()
                        .profile())
                .isEqualTo("short");
        Plan plan = Json.read(latest.resolve("plan.json"), Plan.class);
        assertThat(plan.origin().profile()).isEqualTo("short");
        assertThat(plan.cases().get(0).schedule().measureMs()).isEqualTo(2000);
        assertThat(latest.resolve("environment.json")).content().contains("\"profile\" : \"short\"");
        LoadRecord load = Json.read(
                latest.resolve("cases").resolve(onlyCase(latest)).resolve("1/load-here.json"), LoadRecord.class);
        long warmUpNs = load.times().measureStartNs() - load.times().startNs();
        if (load.warmUp() == LoadRecord.WarmUp.STEADY) {
            assertThat(warmUpNs).isBetween(5_000_000_000L, 15_000_000_000L);
        } else {
            assertThat(load.warmUp()).isEqualTo(LoadRecord.WarmUp.UNSTEADY);
            assertThat(warmUpNs).isEqualTo(15_000_000_000L);
        }
        assertThat(load.times().measureEndNs() - load.times().measureStartNs()).isEqualTo(2_000_000_000L);

        try (MavenCommand maven = MavenCommand.run(
                folder,
                "run",
                "-Dtestbed=small.testbed",
                "-Dsoabench.output=out",
                "-Dsoabench.profile=long",
                "-Dsoabench.resume=latest")) {
            assertThat(maven.status()).isEqualTo(1);
            assertThat(maven.output())
                    .contains("run " + latest.getFileName() + " began with profile \"short\"; leave")
                    .doesNotContain("compiled");
        }
        Outcome again = Measuring.done(() -> MavenCommand.outcome(
                folder, "run", "-Dtestbed=small.testbed", "-Dsoabench.output=out", "-Dsoabench.resume=latest"));
        assertThat(again.output()).contains("of profile short into").contains(" is complete: nothing is run again");
    }

    @Test
    void shouldExplainTheProfileAndNameTheProfilesThereAre() throws Exception {
        Path model = small(2, "3 s", "2 s");
        try (MavenCommand maven =
                MavenCommand.run(folder, "validate", "-Dtestbed=small.testbed", "-Dsoabench.profile=short")) {
            assertThat(maven.status()).isEqualTo(1);
            assertThat(maven.output()).contains("the testbed has no profiles; leave -Dsoabench.profile out, or add: ");
        }

        Files.writeString(
                model,
                Files.readString(model) + "default profile short { measure 2 s }\nprofile long { measure 700 s }\n");
        for (String goal : List.of("validate", "compile", "run")) {
            try (MavenCommand maven = MavenCommand.run(
                    folder, goal, "-Dtestbed=small.testbed", "-Dsoabench.output=out", "-Dsoabench.profile=none")) {
                assertThat(maven.status()).as(goal).isEqualTo(1);
                assertThat(maven.output()).as(goal).contains("there is no profile \"none\"; known are: short, long");
            }
        }
        try (MavenCommand maven = MavenCommand.run(
                folder, "validate", "-Dtestbed=small.testbed", "-Dsoabench.explain", "-Dsoabench.profile=long")) {
            assertThat(maven.status()).as(maven.output()).isZero();
            assertThat(maven.output())
                    .contains("// profile long is chosen")
                    .containsPattern("measure 700 s +// profile long");
        }
        try (MavenCommand maven =
                MavenCommand.run(folder, "compile", "-Dtestbed=small.testbed", "-Dsoabench.output=out")) {
            assertThat(maven.status()).as(maven.output()).isZero();
        }
        assertThat(Json.read(folder.resolve("out/small/compiled/plan.json"), Plan.class)
                        .origin()
                        .profile())
                .isEqualTo("short");
    }

    @Test
    void shouldFailWithOneLineWhenAnExpectationIsMissed() throws Exception {
        small(1, "2 s", "1 ms");

        String output = "";
        for (int attempt = 0; attempt < 3 && !output.contains("missed: see "); attempt++) {
            try (MavenCommand maven =
                    MavenCommand.run(folder, "run", "-Dtestbed=small.testbed", "-Dsoabench.output=out")) {
                assertThat(maven.status()).isEqualTo(1);
                output = maven.output();
            }
        }

        // A repetition that a busy machine made invalid decides nothing, hence the attempts.
        assertThat(output).contains("1 expectation missed: see ");
        assertThat(folder.resolve("out/small/runs/latest/report/report.pdf")).isNotEmptyFile();
    }

    @Test
    void shouldNameTheCasesWhenNoneIsChosen() throws Exception {
        small(1, "2 s", "1 s");

        try (MavenCommand maven = MavenCommand.run(
                folder, "run", "-Dtestbed=small.testbed", "-Dsoabench.output=out", "-Dsoabench.cases=Loop*")) {
            assertThat(maven.status()).isEqualTo(1);
            assertThat(maven.output()).contains("no case matches \"Loop*\"; there are ");
        }
        assertThat(folder.resolve("out/small/runs")).doesNotExist();
    }

    @Test
    void shouldLeaveNoRunWhenItCannotBegin() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            testbed(
                    "small",
                    SMALL.replace("REPEAT", "1")
                            .replace("MEASURE", "2 s")
                            .replace("LIMIT", "1 s")
                            .replace("serves quotes", "serves quotes port http " + taken.getLocalPort()));

            try (MavenCommand maven =
                    MavenCommand.run(folder, "run", "-Dtestbed=small.testbed", "-Dsoabench.output=out")) {
                assertThat(maven.status()).isEqualTo(1);
                assertThat(maven.output()).contains("the run cannot start: 1 reason");
            }
        }
        assertThat(folder.resolve("out/small/runs")).doesNotExist();
    }

    @Test
    void shouldSayWhatCannotBeUsedWhenTheOutputIsNoFolder() throws Exception {
        small(1, "2 s", "1 s");
        Files.writeString(folder.resolve("out"), "a file");

        try (MavenCommand maven =
                MavenCommand.run(folder, "compile", "-Dtestbed=small.testbed", "-Dsoabench.output=out")) {
            assertThat(maven.status()).isEqualTo(1);
            assertThat(maven.output()).contains("cannot use ").contains("choose another folder with -Dsoabench.output");
        }
    }

    /** The lines of a goal without what Maven adds. */
    private static List<String> lines(MavenCommand maven) throws IOException {
        return maven.output()
                .lines()
                .map(line -> line.replaceFirst("^\\[INFO] ?", ""))
                .toList();
    }

    @Test
    void shouldListEveryServerTypeWithAllThatAModelMaySay() throws Exception {
        Map<String, ServerType> installed = ServerTypes.load(getClass().getClassLoader());

        try (MavenCommand maven = MavenCommand.run(folder, "engines")) {
            assertThat(maven.status()).as(maven.output()).isZero();
            List<String> lines = lines(maven);
            for (String name : List.of("reference", "ode", "orchestra", "activevos", "axis2", "juddi", "lean")) {
                List<String> sheet = sheet(lines, name);
                ServerType type = installed.get(name);
                String text = String.join(" ", sheet).replaceAll("\\s+", " ");
                assertThat(text)
                        .as(name)
                        .contains("licence " + type.licence(), type.notice())
                        .contains(type.limits());
                assertThat(type.limits()).isNotEmpty();
                assertThat(sheet)
                        .anyMatch(line -> line.matches(" {4}heap +\\d+ [MG]iB +size from \\d+ MiB +Java heap.*"));
                assertThat(sheet).anyMatch(line -> line.matches(" {4}jvm-options +none +text +Further options .*"));
                assertThat(sheet).allMatch(line -> line.length() <= 112);
            }
            assertThat(sheet(lines, "ode"))
                    .anyMatch(line -> line.matches(" {4}settings +stock +stock \\| tuned +The values .*"));
            assertThat(sheet(lines, "orchestra"))
                    .anyMatch(line -> line.matches(" {4}answer-timeout +60 s +duration from 1 ms +Time .*"));
            assertThat(sheet(lines, "activevos"))
                    .anyMatch(line -> line.matches(" {4}home +must be set +text +Folder .*"));
            // Engines first, each kind by name.
            assertThat(lines.stream()
                            .filter(line -> !line.startsWith(" ") && line.contains(" – "))
                            .map(line -> line.replaceAll(" – .*", "")))
                    .containsExactly("activevos", "ode", "orchestra", "reference", "axis2", "juddi", "lean");
            assertThat(lines)
                    .anyMatch(line -> line.startsWith("    cpu-time of servers, s, counted"))
                    .anyMatch(line -> line.startsWith("    pause"));
        }
    }

    /** The lines about a type: its headline and those indented below. */
    private static List<String> sheet(List<String> lines, String type) {
        int first = 0;
        while (!lines.get(first).startsWith(type + " – ")) {
            first++;
        }
        int end = first + 1;
        while (lines.get(end).isEmpty() || lines.get(end).startsWith(" ")) {
            end++;
        }
        return lines.subList(first, end);
    }

    @Test
    void shouldKnowTheServerTypesThatAProjectAddsToThePlugIn() throws Exception {
        String pom = new String(
                getClass().getResourceAsStream("experiments.pom.xml").readAllBytes(), StandardCharsets.UTF_8);
        Files.writeString(
                folder.resolve("pom.xml"), pom.replace("0.1.0-SNAPSHOT", System.getProperty("soabench.version")));

        try (MavenCommand maven = MavenCommand.run(folder, "engines")) {
            assertThat(maven.status()).as(maven.output()).isZero();
            List<String> sheet = sheet(lines(maven), "parrot");
            assertThat(sheet.get(0)).isEqualTo("parrot – Parrot, the engine of the template");
            assertThat(sheet.get(1)).isEqualTo("    runs processes · licence Apache-2.0 · ports http (any free one)");
            assertThat(sheet).anyMatch(line -> line.matches(" {4}threads +20 +integer 1 to 1000 +Threads .*"));
            assertThat(String.join(" ", sheet)).contains("Parrot repeats what it hears", "- Calls no partners.");
        }

        testbed("parrot", "testbed parrot\nhost here\nserver a : parrot on here { threads 0 }\n");
        try (MavenCommand maven = MavenCommand.run(folder, "validate", "-Dtestbed=parrot.testbed")) {
            assertThat(maven.status()).isEqualTo(1);
            assertThat(maven.output()).contains("parrot.testbed:3:").contains("[parameter-range]");
        }
    }

    @Test
    void shouldSayWhatIsMissingWhenThereIsNoTestbed() throws Exception {
        try (MavenCommand maven = MavenCommand.run(folder, "validate", "-Dtestbed=none.testbed")) {
            assertThat(maven.status()).isEqualTo(1);
            assertThat(maven.output()).contains("there is no file none.testbed");
        }
        try (MavenCommand maven = MavenCommand.run(folder, "validate")) {
            assertThat(maven.status()).isEqualTo(1);
            assertThat(maven.output()).contains("add -Dtestbed=FILE.testbed");
        }
    }
}
