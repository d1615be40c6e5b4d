package io.soabench.analyzer;

import io.soabench.analyzer.answers.Answer;
import io.soabench.analyzer.answers.Caveats;
import io.soabench.analyzer.answers.Headlines;
import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.EngineDurabilities;
import io.soabench.analyzer.cases.EngineHosts;
import io.soabench.analyzer.cases.EngineResources;
import io.soabench.analyzer.cases.EngineScaling;
import io.soabench.analyzer.cases.FrontShare;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.cases.ProcessorLimits;
import io.soabench.analyzer.cases.ProcessorSharing;
import io.soabench.analyzer.cases.RankTest;
import io.soabench.analyzer.cases.RepetitionAttempt;
import io.soabench.analyzer.cases.SharedSpreads;
import io.soabench.analyzer.cases.StepLine;
import io.soabench.analyzer.compare.RunResults;
import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.analyzer.explore.ExploredRun;
import io.soabench.analyzer.folder.EngineSettings;
import io.soabench.analyzer.folder.EnvironmentEntries;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.outcome.BencherFile;
import io.soabench.analyzer.outcome.JunitFile;
import io.soabench.analyzer.outcome.SummaryFile;
import io.soabench.analyzer.outcome.VerdictFile;
import io.soabench.analyzer.queueing.EngineQueueing;
import io.soabench.analyzer.recording.RecordedCase;
import io.soabench.analyzer.repetition.HarnessCalibration;
import io.soabench.analyzer.repetition.ModelQuestions;
import io.soabench.analyzer.repetition.RepetitionAnalysis;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.RepetitionResult.Verdict;
import io.soabench.analyzer.validity.Criteria;
import io.soabench.analyzer.validity.CriterionCheck;
import io.soabench.analyzer.validity.Timeliness;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.Execution;
import io.soabench.plan.ExploreRecord;
import io.soabench.plan.Json;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.ReportFormat;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import io.soabench.plan.WorkloadPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The analysis of the folder of a run (docs/reference/formats.md; B10 §4.5). */
public final class Analyzer {

    /** Maximum number of single requests of a repetition that are kept for charts: about the capacity of one SVG chart. */
    public static final int MAX_POINTS = 5_000;

    /** Maximum number of single requests of all repetitions that are kept for charts. It limits the size of the database of a large suite. */
    public static final int MAX_ALL_POINTS = 500_000;

    private static final int MIN_POINTS = 500;

    /** Maximum number of requests of a repetition that are kept with their partner calls. */
    public static final int MAX_REQUESTS = 10_000;

    /**
     * Maximum number of requests of all repetitions that are kept with their partner calls. With five calls each, such a database has about
     * 80 MB.
     */
    public static final int MAX_ALL_REQUESTS = 100_000;

    private static final int MIN_REQUESTS = 20;

    private final Path folder;
    private final List<String> missing = new ArrayList<>();
    private final ProcessorSharing sharing = new ProcessorSharing();
    private Optional<HarnessCalibration> calibration = Optional.empty();
    private boolean calibrationRead;

    private Analyzer(Path folder) {
        this.folder = folder;
    }

    /**
     * Reads and judges the folder of a run. Writes {@code results.mv.db}, {@code report/verdicts.json} and, on request of the model, {@code
     * export/*.csv} and {@code report/junit.xml} anew.
     *
     * @param run folder of the run; its other files stay unchanged
     * @return the results, also of an interrupted run or one with missing files
     * @throws UncheckedIOException when the results cannot be written
     */
    public static Analysis analyze(Path run) {
        return new Analyzer(run.toAbsolutePath().normalize()).analysis();
    }

    /**
     * Reads and judges the folder of a run as {@link #analyze} does, but writes nothing.
     *
     * @return empty when the folder has no usable plan
     */
    public static Optional<RunResults> read(Path run) {
        return new Analyzer(run.toAbsolutePath().normalize()).results();
    }

    /**
     * The files of a run that concern it as a whole.
     *
     * @param run the journal; null when it cannot be used
     * @param environment null when it cannot be used
     */
    private record Recorded(Plan plan, RunRecord run, EnvironmentRecord environment) {}

    private Optional<Recorded> recorded() {
        Plan plan = read(RunFiles.PLAN, Plan.class);
        if (plan != null && !sound(plan)) {
            missing.add(RunFiles.PLAN + " cannot be used: it is not complete.");
            plan = null;
        }
        if (plan == null) {
            missing.add("Nothing can be analysed without " + RunFiles.PLAN + " in " + folder
                    + ": is this the folder of a run?");
            return Optional.empty();
        }
        RunRecord run = read(RunFiles.RUN, RunRecord.class);
        if (run != null && (run.state() == null || run.id() == null || run.origin() == null)) {
            missing.add(RunFiles.RUN + " cannot be used: it is not complete.");
            run = null;
        }
        EnvironmentRecord recorded = read(RunFiles.ENVIRONMENT, EnvironmentRecord.class);
        if (recorded != null
                && (recorded.hosts() == null
                        || recorded.hosts().stream().anyMatch(host -> host == null || host.processors() == null))) {
            missing.add(RunFiles.ENVIRONMENT + " cannot be used: it is not complete.");
            recorded = null;
        }
        if (run != null && !plan.origin().modelHash().equals(run.origin().modelHash())) {
            missing.add(RunFiles.PLAN + " is of another model than " + RunFiles.RUN
                    + ": the folder does not hold together.");
        }
        if (recorded == null) {
            missing.add("Without " + RunFiles.ENVIRONMENT + " this run must not be compared with others.");
        }
        return Optional.of(
                new Recorded(plan, run, recorded == null ? null : EngineSettings.withStorage(folder, plan, recorded)));
    }

    private Optional<RunResults> results() {
        return recorded().map(recorded -> {
            ModelQuestions questions = new ModelQuestions(recorded.plan());
            List<CaseResult> cases = cases(
                    recorded.plan(),
                    new EnvironmentEntries(Optional.ofNullable(recorded.environment())),
                    kinds(metrics()),
                    questions,
                    repetition -> {},
                    summary -> {});
            return new RunResults(
                    folder,
                    recorded.plan(),
                    Optional.ofNullable(recorded.run()),
                    Optional.ofNullable(recorded.environment()),
                    cases,
                    new CaseComparisons(
                            cases,
                            EngineHosts.of(
                                    recorded.plan(),
                                    new EnvironmentEntries(Optional.ofNullable(recorded.environment()))),
                            questions.confidence()),
                    sharing.arrangements(),
                    List.copyOf(missing),
                    questions.confidence());
        });
    }

    private static Map<String, MetricRecord.Kind> kinds(List<MetricRecord> metrics) {
        return metrics.stream().collect(Collectors.toMap(MetricRecord::name, MetricRecord::kind, (a, c) -> a));
    }

    private Analysis analysis() {
        Optional<Recorded> recorded = recorded();
        if (recorded.isEmpty()) {
            return new Analysis(
                    folder,
                    false,
                    List.of(),
                    List.of(),
                    List.copyOf(missing),
                    List.copyOf(missing),
                    List.copyOf(missing),
                    Set.of());
        }
        Plan plan = recorded.get().plan();
        RunRecord run = recorded.get().run();
        EnvironmentEntries environment =
                new EnvironmentEntries(Optional.ofNullable(recorded.get().environment()));
        ModelQuestions questions = new ModelQuestions(plan);
        double confidence = questions.confidence();
        try (ResultDatabase database = new ResultDatabase(folder)) {
            List<MetricRecord> metrics = metrics();
            database.plan(plan, environment, metrics);
            calibration().ifPresent(database::calibration);
            Map<String, MetricRecord.Kind> kinds = kinds(metrics);
            List<CaseResult> cases =
                    cases(plan, environment, kinds, questions, database::repetition, database::summary);
            database.arrangements(sharing.arrangements());
            EngineDurabilities durabilities =
                    EngineDurabilities.of(Optional.ofNullable(recorded.get().environment()));
            CaseComparisons comparisons =
                    new CaseComparisons(cases, EngineHosts.of(plan, environment), durabilities, confidence);
            List<PairResult> pairs = comparisons.pairs();
            database.comparisons(pairs, CaseComparisons.bars(cases, confidence), durabilities);
            database.throughputs(cases, comparisons);
            database.stepLines(StepLine.of(plan, cases, confidence));
            database.rankTests(RankTest.of(cases, pairs, comparisons.capacities(), confidence));
            List<ExploreRecord> explorations = ExploredRun.found(folder);
            Set<String> explored =
                    explorations.stream().map(ExploreRecord::engine).collect(Collectors.toSet());
            // A search uses all of its trials to find the load that an engine holds. An answer from single trials would
            // contradict the result of the search.
            List<Answer> answers = Answer.of(
                            cases,
                            comparisons,
                            plan.workloads().stream()
                                    .collect(Collectors.toMap(WorkloadPlan::name, w -> w, (a, c) -> a)),
                            confidence)
                    .stream()
                    .filter(answer ->
                            answer.question() != Answer.Question.SCALABILITY || !explored.contains(answer.engine()))
                    .toList();
            database.answers(answers);
            Headlines headlines = Headlines.of(cases, comparisons, answers, durabilities, confidence);
            database.headlines(headlines);
            database.work(
                    cases,
                    EngineScaling.of(plan, cases, confidence),
                    FrontShare.of(plan, cases, confidence),
                    confidence);
            database.queues(EngineQueueing.of(plan, environment, cases, sharing.arrangements()));
            Map<CaseResult, List<RepetitionAttempt>> attempts = attempts(
                    plan,
                    cases,
                    new RepetitionAnalysis(environment, kinds, questions, MIN_POINTS).calibrated(calibration()));
            database.explorations(explorations);
            List<RecordedCase> recordings = RecordedCase.of(folder, missing::add);
            database.recordings(recordings);
            database.attempts(attempts);
            Conclusion conclusion =
                    new Conclusion(cases, comparisons, answers, headlines, missing, run, attempts, confidence);
            List<ResultDatabase.VerdictRow> rows = new ArrayList<>();
            explorations.forEach(each -> rows.add(new ResultDatabase.VerdictRow(
                    "exploration", each.exploration(), null, null, null, each.sentence() + ".")));
            rows.addAll(conclusion.rows());
            List<String> sentences =
                    rows.stream().map(ResultDatabase.VerdictRow::sentence).toList();
            List<String> lines = TerminalLines.of(conclusion.shown(rows), headlines);
            Caveats.of(plan, Optional.ofNullable(recorded.get().environment()), cases, pairs)
                    .forEach(caveat ->
                            rows.add(new ResultDatabase.VerdictRow("caveat", null, null, null, null, caveat)));
            database.verdicts(rows);
            database.run(row(plan, run, cases, confidence, conclusion.sentence()));
            database.finish(plan.reports().contains(ReportFormat.CSV));
            new SummaryFile(
                            plan,
                            conclusion.sentence(),
                            conclusion.busySentences(),
                            headlines,
                            cases,
                            comparisons.capacities())
                    .write(folder);
            new BencherFile(cases, pairs).write(folder);
            outcome(
                    plan,
                    cases,
                    comparisons,
                    durabilities,
                    EngineResources.of(plan, Optional.ofNullable(recorded.get().environment())));
            return new Analysis(
                    folder,
                    true,
                    cases,
                    pairs,
                    List.copyOf(missing),
                    sentences,
                    lines,
                    RecordedCase.sampled(recordings));
        }
    }

    /** Writes the files for other programs and deletes those that the model no longer asks for. */
    private void outcome(
            Plan plan,
            List<CaseResult> cases,
            CaseComparisons comparisons,
            EngineDurabilities durabilities,
            EngineResources resources) {
        VerdictFile.of(cases, comparisons.pairs(), comparisons.metricPairs(), durabilities, resources)
                .write(folder);
        if (plan.reports().contains(ReportFormat.JUNIT)) {
            new JunitFile(plan.origin().testbed(), cases).write(folder);
        } else {
            try {
                Files.deleteIfExists(RunFiles.junit(folder));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot remove " + RunFiles.junit(folder) + ": " + e.getMessage(), e);
            }
        }
    }

    /** Returns whether every case has all parts that the analysis reads. */
    private static boolean sound(Plan plan) {
        if (Stream.of(plan.servers(), plan.processes(), plan.workloads(), plan.cases(), plan.order(), plan.metrics())
                        .anyMatch(Objects::isNull)
                || plan.origin() == null
                || plan.origin().modelHash() == null) {
            return false;
        }
        try {
            for (CasePlan one : plan.cases()) {
                one.processes().forEach(plan::processOf);
                plan.workloadOf(one.workload());
                if (Stream.of(one.servers(), one.clients(), one.objectives(), one.server())
                        .anyMatch(Objects::isNull)) {
                    return false;
                }
            }
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private <T> T read(String file, Class<T> type) {
        if (!Files.isRegularFile(folder.resolve(file))) {
            missing.add(file + " is missing.");
            return null;
        }
        try {
            return Json.read(folder.resolve(file), type);
        } catch (UncheckedIOException e) {
            missing.add(file + " cannot be read: " + Json.reason(e) + ".");
            return null;
        }
    }

    /** Returns the driver's descriptions of its metrics; empty when the driver has none. */
    private List<MetricRecord> metrics() {
        MetricRecord.File file =
                Files.exists(folder.resolve(RunFiles.METRICS)) ? read(RunFiles.METRICS, MetricRecord.File.class) : null;
        if (file == null || file.metrics() == null) {
            return List.of();
        }
        return file.metrics().stream()
                .filter(m -> m.name() != null && m.kind() != null)
                .toList();
    }

    /** Reads the calibration on the first call and keeps it. */
    private Optional<HarnessCalibration> calibration() {
        if (!calibrationRead) {
            calibrationRead = true;
            try {
                calibration = HarnessCalibration.of(folder, missing::add);
            } catch (UncheckedIOException e) {
                missing.add(RunFiles.CALIBRATION + "/" + RunFiles.PLAN + " cannot be read: " + Json.reason(e) + ".");
            }
        }
        return calibration;
    }

    private List<CaseResult> cases(
            Plan plan,
            EnvironmentEntries environment,
            Map<String, MetricRecord.Kind> kinds,
            ModelQuestions questions,
            Consumer<RepetitionResult> repetitions,
            Consumer<CaseResult> summaries) {
        int planned = Math.max(
                1,
                plan.cases().stream().mapToInt(c -> c.schedule().repetitions()).sum());
        int points = Math.max(MIN_POINTS, Math.min(MAX_POINTS, MAX_ALL_POINTS / planned));
        RepetitionAnalysis analysis =
                new RepetitionAnalysis(environment, kinds, questions, points).calibrated(calibration());
        Map<String, List<RepetitionResult>> results = new LinkedHashMap<>();
        for (List<CasePlan> block : blocks(plan)) {
            int most = block.stream()
                    .mapToInt(c -> c.schedule().repetitions())
                    .max()
                    .orElse(0);
            for (int repetition = 1; repetition <= most; repetition++) {
                for (RepetitionResult result : block(plan, block, repetition, analysis)) {
                    repetitions.accept(result);
                    results.computeIfAbsent(result.testCase().id(), k -> new ArrayList<>())
                            .add(result.withoutTimelines());
                }
            }
        }
        List<CaseResult> cases = new ArrayList<>();
        SharedSpreads spreads = SharedSpreads.of(results.values());
        ProcessorLimits limits = ProcessorLimits.of(plan, environment);
        for (CasePlan testCase : plan.cases()) {
            CaseResult result =
                    CaseResult.of(testCase, results.getOrDefault(testCase.id(), List.of()), questions, spreads, limits);
            summaries.accept(result);
            cases.add(result);
        }
        return cases;
    }

    /** Returns the blocks: groups of cases that differ in the engine only. */
    private static Collection<List<CasePlan>> blocks(Plan plan) {
        return plan.cases().stream()
                .collect(Collectors.groupingBy(CasePlan::block, LinkedHashMap::new, Collectors.toList()))
                .values();
    }

    /** Returns the number of requests of a repetition that are kept with their partner calls. */
    private static int singly(Plan plan) {
        int planned =
                plan.cases().stream().mapToInt(c -> c.schedule().repetitions()).sum();
        return Math.max(MIN_REQUESTS, Math.min(MAX_REQUESTS, MAX_ALL_REQUESTS / Math.max(1, planned)));
    }

    /** Judges the repetitions of one number, each against the fastest one of its block that is otherwise sound. */
    private List<RepetitionResult> block(Plan plan, List<CasePlan> block, int repetition, RepetitionAnalysis analysis) {
        List<RepetitionResult> found = new ArrayList<>();
        for (CasePlan testCase : block) {
            if (repetition <= testCase.schedule().repetitions()) {
                Path place = RunFiles.repetition(folder, testCase.id(), repetition);
                int execution = plan.order().indexOf(new Execution(testCase.id(), repetition)) + 1;
                RepetitionFolder recorded = new RepetitionFolder(place, plan, testCase, singly(plan));
                sharing.add(testCase, recorded);
                found.add(analysis.of(recorded, testCase, repetition, execution));
            }
        }
        List<RepetitionResult> results = matched(block, repetition, found);
        Map<String, Timeliness.Fastest> sound = Timeliness.fastest(results.stream()
                .filter(r -> r.sentences(CriterionCheck.State.VIOLATED).isEmpty())
                .map(r -> r.judgement().timeliness())
                .toList());
        return results.stream()
                .map(r -> r.judgedAgainst(
                        r.sentences(CriterionCheck.State.VIOLATED).isEmpty()
                                ? sound
                                : Timeliness.fastest(List.of(r.judgement().timeliness()))))
                .toList();
    }

    /**
     * Leaves out repetitions that other programs slowed while others of their comparison were quiet. They are compared with the other
     * engines of the block; a single engine's repetition is compared with its other repetitions.
     */
    private List<RepetitionResult> matched(List<CasePlan> block, int repetition, List<RepetitionResult> found) {
        List<RepetitionResult> there =
                found.stream().filter(r -> r.verdict() != Verdict.MISSING).toList();
        boolean quiet = block.size() > 1
                ? there.stream().anyMatch(r -> !r.needsMatch())
                : IntStream.rangeClosed(1, block.get(0).schedule().repetitions())
                        .filter(other -> other != repetition)
                        .mapToObj(other -> takenShare(block.get(0), other))
                        .anyMatch(taken -> taken.isPresent() && !Criteria.needsMatch(taken.getAsDouble()));
        return found.stream()
                .map(r -> quiet && r.needsMatch() ? r.unmatched() : r)
                .toList();
    }

    /** Returns the share of the processors that other programs took during a repetition; empty when it is not recorded. */
    private OptionalDouble takenShare(CasePlan testCase, int repetition) {
        Path file = RunFiles.repetition(folder, testCase.id(), repetition).resolve(RunFiles.ENVIRONMENT);
        if (!Files.isRegularFile(file)) {
            return OptionalDouble.empty();
        }
        try {
            EnvironmentRecord.Fingerprint after =
                    Json.read(file, EnvironmentRecord.AroundRepetition.class).after();
            return after == null || after.surroundings() == null
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(after.surroundings().takenShare());
        } catch (UncheckedIOException e) {
            // The analysis of the repetition reports the problem.
            return OptionalDouble.empty();
        }
    }

    private ResultDatabase.RunRow row(
            Plan plan, RunRecord run, List<CaseResult> cases, double confidence, String sentence) {
        return new ResultDatabase.RunRow(
                run == null ? folder.getFileName().toString() : run.id(),
                plan,
                run == null ? "" : run.driver(),
                instant(run == null ? null : run.startedAt()),
                instant(run == null ? null : run.endedAt()),
                run == null ? "UNKNOWN" : run.state().name(),
                run == null ? "" : run.message(),
                cases.stream().mapToInt(c -> c.repetitions().size()).sum(),
                usable(cases),
                count(cases, Verdict.INVALID),
                count(cases, Verdict.MISSING),
                confidence,
                sentence);
    }

    /**
     * Returns, by case, all attempts at repetitions of which the driver keeps earlier, disturbed attempts. Cases without such attempts are
     * left out.
     */
    private Map<CaseResult, List<RepetitionAttempt>> attempts(
            Plan plan, List<CaseResult> cases, RepetitionAnalysis analysis) {
        Map<CaseResult, List<RepetitionAttempt>> attempts = new LinkedHashMap<>();
        for (CaseResult one : cases) {
            List<RepetitionAttempt> own = new ArrayList<>();
            for (RepetitionResult counting : one.repetitions()) {
                Path last = RunFiles.repetition(folder, one.testCase().id(), counting.repetition());
                int n = 1;
                Path kept = last.resolveSibling(last.getFileName() + "-disturbed-" + n);
                while (Files.isDirectory(kept)) {
                    RepetitionFolder earlier = new RepetitionFolder(kept, plan, one.testCase());
                    RepetitionResult found =
                            analysis.of(earlier, one.testCase(), counting.repetition(), counting.execution());
                    own.add(new RepetitionAttempt(n, false, found.withoutTimelines(), earlier.surroundings()));
                    n++;
                    kept = last.resolveSibling(last.getFileName() + "-disturbed-" + n);
                }
                if (n > 1) {
                    own.add(new RepetitionAttempt(
                            n, true, counting, new RepetitionFolder(last, plan, one.testCase()).surroundings()));
                }
            }
            if (!own.isEmpty()) {
                attempts.put(one, own);
            }
        }
        return attempts;
    }

    private static int usable(List<CaseResult> cases) {
        return cases.stream().mapToInt(c -> c.usable().size()).sum();
    }

    private static int count(List<CaseResult> cases, Verdict verdict) {
        return (int) cases.stream()
                .flatMap(c -> c.repetitions().stream())
                .filter(r -> r.verdict() == verdict)
                .count();
    }

    private static Instant instant(String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
