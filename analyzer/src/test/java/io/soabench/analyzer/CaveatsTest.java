package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.answers.Caveats;
import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.analyzer.simulation.SimulatedRun;
import io.soabench.plan.CallTree;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EnoughAnswers;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.EnvironmentRecord.DurabilityRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.sample.SampleEnvironment;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each caveat is there where the run gives reason for it, and nowhere else. */
final class CaveatsTest {

    private static final Map<String, DurabilityRecord> KEPT = Map.of(
            "engine1", new DurabilityRecord("none", "keeps instances in memory and loses them with its process"),
            "engine2", new DurabilityRecord("disk", "writes each step to disk"));

    @TempDir
    private Path folder;

    private List<String> caveats(Plan plan, int measured, String... nice) throws IOException {
        Analysis analysis = analyzed(plan, measured);
        return Caveats.of(plan, Optional.of(environment(plan, nice)), analysis.cases(), analysis.pairs());
    }

    private Analysis analyzed(Plan plan, int measured) throws IOException {
        RunFixture run = new RunFixture(Files.createDirectories(folder.resolve("run")), plan);
        for (CasePlan one : plan.cases()) {
            for (int repetition = 1; repetition <= measured; repetition++) {
                RunFixture.Repetition written = run.repetition(one.id(), repetition);
                for (int i = 1; i <= 50; i++) {
                    written.request("office.1." + i, (i - 1) * 200, 10 + repetition, "OK");
                }
                written.write();
            }
        }
        return run.analyze();
    }

    private static EnvironmentRecord environment(Plan plan, String... nice) {
        return SampleEnvironment.of(
                plan.origin(),
                Map.of(),
                nice.length == 0
                        ? Map.of("engine1", List.of("java"))
                        : Map.of("engine1", List.of("nice", "-n", "10", "java")),
                KEPT);
    }

    private static Plan plan(int engines, int repetitions) {
        return RunFixture.plan(engines, CallTree.sequence(List.of()), repetitions);
    }

    @Test
    void shouldBeginWithTheDurabilityInWhichEnginesDiffer() throws IOException {
        assertThat(caveats(plan(2, 4), 4).get(0))
                .isEqualTo(
                        "engine1 keeps instances in memory and loses them with its process; engine2 writes each step to disk."
                                + " This may explain a part of a difference.");
        assertThat(caveats(plan(1, 4), 4)).noneMatch(sentence -> sentence.contains("memory and loses"));
    }

    /** Engines of two suites are never compared, so their difference explains nothing; sentences of durability are about one engine. */
    @Test
    void shouldNameTheDurabilityOfEachSuiteWhoseEnginesDiffer() throws IOException {
        Plan two = plan(2, 4);
        CasePlan memory = two.cases().get(0);
        CasePlan disk = two.cases().get(1);
        String levels = " keeps instances in memory and loses them with its process; engine2 writes each step to disk.";

        assertThat(caveats(two.withCases(List.of(memory, RunFixture.inSuite(disk, "Kept"))), 4))
                .noneMatch(sentence -> sentence.contains("memory and loses"));
        assertThat(caveats(
                        two.withCases(List.of(
                                memory,
                                disk,
                                RunFixture.inSuite(
                                                SamplePlan.testCase("far", "engine1", "Process", memory.workload()),
                                                "Far")
                                        .withSchedule(memory.schedule()))),
                        4))
                .contains("In suite Quick, engine1" + levels + " This may explain a part of a difference.");
        assertThat(caveats(two.withCases(List.of(memory, disk, memory.twin("aa"))), 4))
                .as("a twin has the durability of its engine")
                .contains("engine1" + levels + " This may explain a part of a difference.");
    }

    @Test
    void shouldNameEnginesOfOneDurabilityTogether() throws IOException {
        Map<String, DurabilityRecord> kept = new HashMap<>(KEPT);
        kept.put("engine3", KEPT.get("engine1"));
        Plan three = plan(3, 2);
        Analysis analysis = analyzed(three, 2);

        assertThat(Caveats.of(
                        three,
                        Optional.of(SampleEnvironment.of(three.origin(), Map.of(), Map.of(), kept)),
                        analysis.cases(),
                        analysis.pairs()))
                .contains(
                        "Each of engine1 and engine3 keeps instances in memory and loses them with its process; engine2 writes each"
                                + " step to disk. This may explain a part of a difference.");
    }

    /** A list of twenty cases is not read. */
    @Test
    void shouldCountManyCasesWithStartsOfSeveralKinds() {
        for (int engines : new int[] {2, 5}) {
            SimulatedRun run = SimulatedRun.of(engines, 1, 1, 6, (place, block) -> {
                double[] times = new double[1_000];
                for (int i = 0; i < times.length; i++) {
                    times[i] = 20 * (block % 3 == 0 && i > times.length / 2 ? 1.5 : 1) * (1 + 0.01 * (i % 7));
                }
                return times;
            });

            assertThat(Caveats.of(
                            run.plan().withProcesses(List.of(SamplePlan.process("P0", CallTree.sequence(List.of())))),
                            Optional.empty(),
                            run.cases()))
                    .filteredOn(sentence -> sentence.contains("nconsistent"))
                    .singleElement()
                    .asString()
                    .startsWith(
                            engines == 2
                                    ? "Inconsistent starts, which are of several kinds: P0 on e0 under w0 (4 flat, 2 slow-down); "
                                    : "Starts of 5 of 5 cases are inconsistent: they are of several kinds, such as those of P0 on e0 under"
                                            + " w0 (4 flat, 2 slow-down). ");
        }
    }

    /** Nobody knows how long a client would have waited that gave up. */
    @Test
    void shouldSayThatAMeanWithTimeOutsIsALowerBound() throws IOException {
        Plan one = plan(1, 2);
        RunFixture run = new RunFixture(Files.createDirectories(folder.resolve("late")), one);
        for (int repetition = 1; repetition <= 2; repetition++) {
            RunFixture.Repetition written = run.repetition("case1", repetition);
            for (int i = 1; i <= 100; i++) {
                boolean late = i == 50;
                written.request("office.1." + i, (i - 1) * 95, late ? 95 : 10, late ? "TIMEOUT" : "OK");
            }
            written.write();
        }

        assertThat(Caveats.of(one, Optional.of(environment(one)), run.analyze().cases()))
                .contains(
                        "Requests that were not answered in time count as if they were answered at the time-out. So this mean"
                                + " response time is a lower bound: Process on engine1 under office (2 of 200 requests).");
        assertThat(caveats(one, 2)).noneMatch(sentence -> sentence.contains("lower bound"));
    }

    /** It has no instances, so it is no engine that loses them. */
    @Test
    void shouldLeaveTheFrontOutOfDurability() throws IOException {
        Plan two = plan(2, 4);
        Plan front = two.withServers(two.servers().stream()
                .map(server -> server.name().equals("engine1")
                        ? new ServerPlan(
                                server.name(),
                                ServerPlan.FRONT,
                                server.host(),
                                server.parameters(),
                                server.ports(),
                                server.serves())
                        : server)
                .toList());

        assertThat(caveats(front, 4)).noneMatch(sentence -> sentence.contains("memory and loses"));
    }

    private static ServerPlan withHeap(ServerPlan server, long mib) {
        return new ServerPlan(
                server.name(),
                server.type(),
                server.host(),
                Map.of("heap", Long.toString(mib << 20)),
                server.ports(),
                server.serves());
    }

    @Test
    void shouldNameHeapsThatDiffer() throws IOException {
        Plan two = plan(2, 4);
        Plan unequal = two.withServers(two.servers().stream()
                .map(server -> server.name().equals("engine1") ? withHeap(server, 256) : withHeap(server, 512))
                .toList());

        assertThat(caveats(unequal, 4)).contains("Heaps differ: engine1 256 MiB, engine2 512 MiB.");
        assertThat(caveats(two, 4)).noneMatch(sentence -> sentence.startsWith("Heaps"));
    }

    @Test
    void shouldSayWhatIsSharedOnTheMachineOfTheEngine() throws IOException {
        assertThat(caveats(plan(1, 4), 4))
                .anyMatch(sentence -> sentence.startsWith(
                        "The engine shares the 2 processors of host here with the load client and the partners. "))
                .noneMatch(sentence -> sentence.contains("priority"));
    }

    @Test
    void shouldSayThatTheEngineYieldsWhereItDid() throws IOException {
        assertThat(caveats(plan(1, 4), 4, "nice"))
                .anyMatch(sentence -> sentence.startsWith("There the engine has a lower priority (nice)"));
    }

    @Test
    void shouldNotSpeakOfSharingWhereTheEngineHasAMachineOfItsOwn() throws IOException {
        Plan own = plan(1, 4);
        Plan far = own.withHosts(List.of(SamplePlan.host("here"), SamplePlan.remote("far", "10.0.0.2")))
                .withServers(own.servers().stream()
                        .map(server -> server.name().equals("engine1") ? server.withHost("far") : server)
                        .toList());

        assertThat(caveats(far, 4, "nice")).noneMatch(sentence -> sentence.matches(".*(shares|priority).*"));
    }

    @Test
    void shouldSayHowLongServersWereWarmedUpAndThatThereIsOneRun() throws IOException {
        assertThat(caveats(plan(1, 4), 4))
                .anyMatch(sentence -> sentence.contains("warmed up for 0 s and measured for 10 s"))
                .anyMatch(sentence -> sentence.startsWith("All measurements are from one run"));
    }

    @Test
    void shouldDoubtIntervalsOfThreeRepetitionsAndNotOfFour() throws IOException {
        assertThat(caveats(plan(1, 3), 3))
                .anyMatch(sentence -> sentence.startsWith("Results rest on 3 repetitions of a case. "));
        assertThat(caveats(plan(1, 4), 4)).noneMatch(sentence -> sentence.contains("rest on"));
    }

    /** Two engines have one ratio, whose spread no other engine shares. */
    @Test
    void shouldNameTheConditionOfASharedSpreadOfRatios() throws IOException {
        String words = "Intervals of ratios of so few repetitions use the spread of all engines under the same load. ";

        assertThat(caveats(plan(3, 3), 3)).anyMatch(sentence -> sentence.startsWith(words));
        assertThat(caveats(plan(2, 3), 3)).noneMatch(sentence -> sentence.startsWith(words));
        assertThat(caveats(plan(3, 4), 4)).noneMatch(sentence -> sentence.startsWith(words));
    }

    /** A case that was measured once has no interval that could rest on it. */
    @Test
    void shouldNotSayThatAnIntervalRestsOnOne() throws IOException {
        Plan plan = plan(2, 2);
        RunFixture run = new RunFixture(Files.createDirectories(folder.resolve("run")), plan);
        for (int[] each : new int[][] {{0, 1}, {1, 1}, {1, 2}}) {
            RunFixture.Repetition written =
                    run.repetition(plan.cases().get(each[0]).id(), each[1]);
            for (int i = 1; i <= 50; i++) {
                written.request("office.1." + i, (i - 1) * 200, 10 + each[1], "OK");
            }
            written.write();
        }

        assertThat(Caveats.of(
                        plan, Optional.of(environment(plan)), run.analyze().cases()))
                .anyMatch(sentence -> sentence.startsWith("Results rest on 2 repetitions of a case. "));
    }

    /** All measurements of the fixture take ten seconds, of the twenty that they may take. */
    @Test
    void shouldSayHowLongWasMeasuredWhereItMayEndEarly() throws IOException {
        Plan one = plan(1, 4);
        Plan early = one.withCases(one.cases().stream()
                .map(each -> each.withSchedule(
                        each.schedule().withMeasureMs(20_000).withEnough(new EnoughAnswers(30, 5_000))))
                .toList());

        assertThat(caveats(early, 4))
                .anyMatch(sentence ->
                        sentence.contains(" and measured for 10 s (until enough was measured, at most 20 s). "));
    }

    /** 200 clients that think for a second, and get so few answers that nobody can say whether they are steady. */
    private record FewAnswers(int clients) implements SimulatedRun.Times {

        @Override
        public double[] idealMs(SimulatedRun.Place place, int block) {
            return new double[] {0};
        }

        @Override
        public double[] of(SimulatedRun.Place place, int block) {
            double[] times = new double[8 - place.engine()];
            Arrays.fill(times, 250_000);
            return times;
        }
    }

    /** Where an engine is at its capacity, nothing rests on response times, and so on none that are not comparable. */
    @Test
    void shouldNotCountMeansThatAreNotComparedAtCapacity() {
        assertThat(ofFewAnswers(200)).noneMatch(sentence -> sentence.contains("verdict on response times"));
        assertThat(ofFewAnswers(0))
                .anyMatch(sentence -> sentence.startsWith("2 of 2 cases support no verdict on response times"));
    }

    private static List<String> ofFewAnswers(int clients) {
        SimulatedRun run = SimulatedRun.of(2, 1, 1, 4, new FewAnswers(clients));
        return Caveats.of(
                run.plan().withProcesses(List.of(SamplePlan.process("P0", CallTree.sequence(List.of())))),
                Optional.empty(),
                run.cases(),
                new CaseComparisons(run.cases(), 0.95).pairs());
    }

    @Test
    void shouldSayOfWhichEnginesRepetitionsDoNotCount() throws IOException {
        assertThat(caveats(plan(2, 5), 4))
                .anyMatch(sentence ->
                        sentence.startsWith("2 of 10 repetitions do not count: 1 of engine1, 1 of engine2. "));
        assertThat(caveats(plan(1, 5), 4))
                .contains("1 of 5 repetitions does not count. The rest may misrepresent the engine.");
        assertThat(caveats(plan(2, 4), 4)).noneMatch(sentence -> sentence.contains("not count"));
    }

    @Test
    void shouldCountCasesWhoseMeansAreNotCompared() throws IOException {
        assertThat(caveats(plan(2, 1), 0))
                .anyMatch(sentence -> sentence.startsWith(
                        "2 of 2 cases support no verdict on response times, because in 2 no repetition is usable. "));
        assertThat(caveats(plan(1, 1), 0)).noneMatch(sentence -> sentence.contains("verdict on response times"));
    }

    @Test
    void shouldSayWhoseTheBundledEngineIsWhereItHasRivals() throws IOException {
        Plan two = plan(2, 4);
        Plan rivals = two.withServers(two.servers().stream()
                .map(server -> server.name().equals("engine2") ? SamplePlan.server("engine2", "ode") : server)
                .toList());

        assertThat(caveats(rivals, 4))
                .anyMatch(sentence -> sentence.startsWith("engine1 is the engine that comes with SOABench. "));
        assertThat(caveats(two, 4)).noneMatch(sentence -> sentence.contains("comes with SOABench"));
    }

    /** Nothing is known of partners whose calls depend on data. */
    @Test
    void shouldLimitWhatItSaysOfPartnersToWhereTheirTimeIsKnown() {
        assertThat(partners(true, true))
                .singleElement()
                .asString()
                .startsWith("Partners take at most 25.0 % of a median response time. ");
        assertThat(partners(true, false))
                .singleElement()
                .asString()
                .startsWith(
                        "Where the time of partners is known, they take at most 25.0 % of a median response time. ");
        assertThat(partners(false, false)).isEmpty();
    }

    private static List<String> partners(boolean... known) {
        SimulatedRun run = SimulatedRun.of(2, 1, 1, 2, new SimulatedRun.Times() {
            @Override
            public double[] of(SimulatedRun.Place place, int block) {
                double[] times = new double[100];
                Arrays.fill(times, 20);
                return times;
            }

            @Override
            public double[] idealMs(SimulatedRun.Place place, int block) {
                return known[place.engine()] ? new double[] {5} : new double[0];
            }
        });
        Plan plan = run.plan().withProcesses(List.of(SamplePlan.process("P0", CallTree.sequence(List.of()))));
        return Caveats.of(plan, Optional.empty(), run.cases()).stream()
                .filter(sentence -> sentence.contains("of a median response time"))
                .toList();
    }

    @Test
    void shouldStandInTheDatabaseAndNotOnTheConsole() throws IOException, SQLException {
        Path run = Files.createDirectories(folder.resolve("run"));
        Analysis analysis = new RunFixture(run, plan(1, 1)).analyze();

        assertThat(analysis.sentences())
                .noneMatch(sentence -> sentence.startsWith("All measurements are from one run"));
        try (Connection connection = DriverManager.getConnection(ResultDatabase.address(run), "sa", "");
                Statement sql = connection.createStatement();
                ResultSet rows =
                        sql.executeQuery("select count(*) from v_verdict where kind = 'caveat' and good is null"
                                + " and sentence like 'All measurements are from one run%'")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isOne();
        }
    }

    @Test
    void shouldSayWhatABatchIs() throws IOException {
        Plan plan = plan(1, 4);
        Plan batches = plan.withWorkloads(plan.workloads().stream()
                .map(workload -> workload.withBatch(5_000))
                .toList());

        assertThat(caveats(batches, 4))
                .contains(
                        "Under office a request orders a batch of 5,000 instances, and its response time ends when the last instance has ended."
                                + " Partners are inside the engine and answer at once, and no message of an instance goes over HTTP.");
        assertThat(caveats(plan, 4)).noneMatch(sentence -> sentence.contains("batch"));
    }
}
