package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.sample.SampleRun;
import io.soabench.plan.CsvTable;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
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
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The goals as a user types them, with a real Maven, where nothing is measured. */
@Order(4)
final class GoalsIT extends SmallTestbed {

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

    /** A slip must not cost an hour with the wrong profile. */
    @Test
    void shouldRefuseAParameterThatNoGoalHas() throws Exception {
        small(2, "3 s", "2 s");

        try (MavenCommand maven =
                MavenCommand.run(folder, "validate", "-Dtestbed=small.testbed", "-Dsoabench.profil=real")) {
            assertThat(maven.status()).isEqualTo(1);
            assertThat(maven.output())
                    .contains("no goal has a parameter -Dsoabench.profil; did you mean -Dsoabench.profile?");
        }
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
    void shouldNameTheCasesWhenNoneIsChosen() throws Exception {
        small(1, "2 s", "1 s");

        try (MavenCommand maven = MavenCommand.run(
                folder, "run", "-Dtestbed=small.testbed", "-Dsoabench.output=out", "-Dsoabench.cases=Loop*")) {
            assertThat(maven.status()).isEqualTo(1);
            assertThat(maven.output()).contains("no case matches \"Loop*\"; the cases are ");
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
            for (String name : List.of(
                    "reference",
                    "ode",
                    "orchestra",
                    "camel",
                    "camunda",
                    "cibseven",
                    "operaton",
                    "flowable",
                    "front",
                    "activevos",
                    "axis2",
                    "juddi",
                    "lean")) {
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
                    .containsExactly(
                            "activevos",
                            "camel",
                            "camunda",
                            "cibseven",
                            "flowable",
                            "front",
                            "ode",
                            "operaton",
                            "orchestra",
                            "reference",
                            "axis2",
                            "juddi",
                            "lean",
                            "postgresql");
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
            assertThat(sheet.get(1))
                    .isEqualTo("    runs processes in bpel · licence Apache-2.0 · ports http (any free one)");
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

    /** A simulated run in which each answer came so many milliseconds later. */
    private static void simulated(Path run, long laterMs) throws IOException {
        SampleRun.write(
                run,
                42,
                new SampleRun.Shape().engines(1).repetitions(4).measureS(20).defects(false));
        int end = CsvTable.SAMPLES.columns().indexOf("end_ns");
        try (Stream<Path> files = Files.walk(run.resolve(RunFiles.CASES))) {
            for (Path file : files.filter(each -> RunFiles.Each.SAMPLES
                            .owner(each.getFileName().toString())
                            .isPresent())
                    .toList()) {
                List<String> lines = Files.readAllLines(file);
                for (int i = 1; i < lines.size(); i++) {
                    String[] fields = lines.get(i).split(",", end + 2);
                    fields[end] = Long.toString(Long.parseLong(fields[end]) + laterMs * 1_000_000);
                    lines.set(i, String.join(",", fields));
                }
                Files.write(file, lines);
            }
        }
    }

    @Test
    void shouldFailForARunThatIsWorseThanTheLastOne() throws Exception {
        Path runs = folder.resolve("target/soabench/sample/runs");
        simulated(runs.resolve("last"), 0);
        simulated(runs.resolve("next"), 60);

        try (MavenCommand maven =
                MavenCommand.run(folder, "compare", "-Druns=last,sample/next,nowhere", "-Dsoabench.differs=version")) {
            assertThat(maven.status()).isEqualTo(1);
            assertThat(maven.errors().get(0)).startsWith("[unknown] there is no run \"nowhere\"");
        }
        try (MavenCommand maven =
                MavenCommand.run(folder, "compare", "-Druns=last,sample/next", "-Dsoabench.fail=worse")) {
            assertThat(maven.status()).as(maven.output()).isEqualTo(1);
            assertThat(maven.output())
                    .contains("baseline A is target/soabench/sample/runs/last")
                    .contains("reference, Sequential under office: B takes ")
                    .contains("worse than A (last) in 4 respects: see target/soabench/compare/");
        }
        Path report = folder.resolve("target/soabench/compare/latest/report");
        assertThat(report.resolve("index.html")).content().contains("Worse than the baseline");
        assertThat(report.resolve("report.pdf")).isNotEmptyFile();
        assertThat(report.resolve("verdicts.json")).content().contains("\"verdict\" : \"worse\"");
        assertThat(report.resolve("junit.xml")).content().contains("failures=\"4\"");
    }
}
