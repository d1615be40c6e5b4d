package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.acceptance.Measuring.Outcome;
import io.soabench.plan.Json;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Runs as a user starts them: a real Maven, real servers, real load. */
@Order(1)
@ResourceLock(Measuring.MACHINE)
final class RunsIT extends SmallTestbed {

    /** As most people use it: a copy of an example anywhere, no project, nothing but the testbed is named. */
    @Test
    void shouldRunAnExampleOutsideOfAnyProjectFromTheModelToTheReport() throws Exception {
        Path example = folder.resolve("elsewhere");
        Examples.copy("quickstart", example);
        String testbed = "-Dtestbed=quickstart.testbed";
        Outcome done = Measuring.done(() -> MavenCommand.outcome(
                example, "run", testbed, "-Dsoabench.cases=Sequential-office-*", "-Dsoabench.report.design=true"));
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
                "report/results.html",
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
        new Tour(Files.readAllLines(Path.of(System.getProperty("soabench.root"), "docs/tutorials/tour.md")))
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

        Measuring.ran(this::interruptAndResume);

        Path latest = folder.resolve("out/small/runs/latest").toRealPath();
        RunRecord resumed = Json.read(latest.resolve("run.json"), RunRecord.class);
        assertThat(resumed.state()).isEqualTo(RunRecord.State.COMPLETED);
        assertThat(latest.resolve("report/index.html")).isNotEmptyFile();
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
                folder,
                "run",
                "-Dtestbed=small.testbed",
                "-Dsoabench.output=out",
                "-Dsoabench.resume=latest",
                Measuring.ONCE);
    }

    @Test
    void shouldRunUnderTheProfileThatIsChosenAndNotMixProfiles() throws Exception {
        Path model = small(9, "600 s", "2 s");
        Files.writeString(
                model,
                Files.readString(model).replace("report html", "report csv")
                        + "profile short { repeat 1 warm up until steady at most 15 s measure 2 s }\n"
                        + "profile long { measure 700 s }\n");

        Outcome done = Measuring.ran(() -> MavenCommand.outcome(
                folder,
                "run",
                "-Dtestbed=small.testbed",
                "-Dsoabench.output=out",
                "-Dsoabench.profile=short",
                Measuring.ONCE));
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
        Outcome again = Measuring.ran(() -> MavenCommand.outcome(
                folder,
                "run",
                "-Dtestbed=small.testbed",
                "-Dsoabench.output=out",
                "-Dsoabench.resume=latest",
                Measuring.ONCE));
        assertThat(again.output()).contains("of profile short into").contains(" is complete: nothing is run again");
    }

    @Test
    void shouldFailWithOneLineWhenAnExpectationIsMissed() throws Exception {
        small(2, "2 s until 40 answers at most 30 s", "1 ms");
        Path model = folder.resolve("small.testbed");
        // Five calls of 5 ms each: no machine is quicker, and two repetitions hardly differ in it.
        Files.writeString(model, Files.readString(model).replace("p99 response-time", "min response-time"));

        Outcome outcome = new Outcome(0, "");
        for (int attempt = 0; attempt < Measuring.ATTEMPTS && !outcome.output().contains("missed: see "); attempt++) {
            outcome = MavenCommand.outcome(folder, "run", "-Dtestbed=small.testbed", "-Dsoabench.output=out");
        }

        // A repetition that a busy machine disturbed decides nothing, hence the attempts.
        assertThat(outcome.output()).contains("1 expectation missed: see ");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(folder.resolve("out/small/runs/latest/report/index.html")).isNotEmptyFile();
    }
}
