package io.soabench.maven;

import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.ChoiceConfirmation;
import io.soabench.analyzer.compare.RunResults;
import io.soabench.analyzer.explore.TrialJudge;
import io.soabench.generators.TestbedCompiler;
import io.soabench.model.CaseExpansion;
import io.soabench.model.ConfigurationSpace;
import io.soabench.model.ExpandedCase;
import io.soabench.model.Measure;
import io.soabench.model.TrialModel;
import io.soabench.model.WholeTestbed;
import io.soabench.model.testbed.Exploration;
import io.soabench.plan.ConfigurationRecord.Candidate;
import io.soabench.plan.ConfigurationRecord.Compared;
import io.soabench.plan.ConfigurationRecord.Verdict;
import io.soabench.plan.Execution;
import io.soabench.plan.Plan;
import io.soabench.plan.RunRecord;
import io.soabench.plugin.ServerType;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** The trials of an exploration of a model: compiled from it, run by a driver, judged by the analyzer. */
final class CompiledTrials implements ExplorationRun.Trials, ConfigurationRun.Trials {

    private final TestbedCompiler compiler;
    private final TestbedCompiler.Input input;
    private final Map<String, ServerType> types;
    private final Exploration exploration;
    private final WholeTestbed whole;
    private final List<ExpandedCase> cells;
    private final Optional<ConfigurationSpace> space;
    private final Path compiled;
    private final BiFunction<Plan, Path, RunRecord> driver;

    private CompiledTrials(CompiledTrials other, BiFunction<Plan, Path, RunRecord> driver) {
        this.compiler = other.compiler;
        this.input = other.input;
        this.types = other.types;
        this.exploration = other.exploration;
        this.whole = other.whole;
        this.cells = other.cells;
        this.space = other.space;
        this.compiled = other.compiled;
        this.driver = driver;
    }

    /**
     * Creates the trials of an exploration without errors.
     *
     * @param input the whole testbed
     * @param compiled folder into which they are compiled, one after the other
     */
    CompiledTrials(
            TestbedCompiler compiler,
            TestbedCompiler.Input input,
            Map<String, ServerType> types,
            Exploration exploration,
            Path compiled) {
        this.compiler = compiler;
        this.input = input;
        this.types = types;
        this.exploration = exploration;
        this.compiled = compiled;
        whole = WholeTestbed.of(input.model());
        cells = CaseExpansion.expand(whole, exploration);
        space = exploration.getVariation() == null
                ? Optional.empty()
                : Optional.of(ConfigurationSpace.of(exploration, input.seed().orElse(whole.seed())));
        driver = (plan, folder) -> {
            throw new IllegalStateException("nothing runs trials");
        };
    }

    /** Returns the same trials with a driver that runs them. */
    CompiledTrials drivenBy(BiFunction<Plan, Path, RunRecord> other) {
        return new CompiledTrials(this, other);
    }

    /** Returns the cases of the exploration, one for each engine. */
    List<ExpandedCase> cells() {
        return cells;
    }

    /** Returns plans of trials, one for each engine, that contain every part that a trial may need. */
    List<Plan> plans() {
        List<Plan> plans = new ArrayList<>();
        for (ExpandedCase cell : cells) {
            plans.add(
                    space.isPresent()
                            ? compile(space.get().tried().get(0).number(), TrialModel.Configured.rung(1), 1, 1)
                            : compile(
                                    cell,
                                    Measure.of(exploration.getLoad().getLeast()).value(),
                                    1));
        }
        return plans;
    }

    /** Returns all issues of the trials: with the greatest load, or with each configuration that is tried. */
    Stream<TestbedCompiler.Checked> checked() {
        return space.isPresent()
                ? space.get().tried().stream().map(each -> checked(each, TrialModel.Configured.rung(1), 1, 1))
                : cells.stream()
                        .map(cell -> compiler.checkTrial(
                                input,
                                cell,
                                Measure.of(exploration.getLoad().getGreatest()).value(),
                                1,
                                types));
    }

    @Override
    public Plan compile(ExpandedCase cell, BigDecimal load, int repetition) {
        return compiler.checkTrial(input, cell, load, repetition, types).write(compiled);
    }

    @Override
    public Plan compile(int configuration, String stage, int factor, int repetition) {
        ConfigurationSpace.Configuration wanted = Stream.concat(
                        space.orElseThrow().tried().stream(),
                        Stream.of(space.orElseThrow().own()))
                .filter(each -> each.number() == configuration)
                .findFirst()
                .orElseThrow();
        return checked(wanted, stage, factor, repetition).write(compiled);
    }

    private TestbedCompiler.Checked checked(
            ConfigurationSpace.Configuration configuration, String stage, int factor, int repetition) {
        return compiler.checkTrial(
                input,
                cells.get(0),
                new TrialModel.Configured(
                        configuration, space.orElseThrow().engine(whole, configuration), stage, factor, repetition),
                types);
    }

    @Override
    public RunRecord run(Plan plan, Path folder) {
        return driver.apply(plan, folder);
    }

    @Override
    public TrialJudge.Verdict judge(Path folder, Plan plan, Execution execution) {
        return TrialJudge.of(folder, plan, execution);
    }

    @Override
    public TrialJudge.Ranked rank(Path folder, Plan plan, Execution execution) {
        ConfigurationSettings.Ranking criterion = criterion();
        return TrialJudge.ranked(folder, plan, execution, criterion.metric(), criterion.function());
    }

    private ConfigurationSettings.Ranking criterion() {
        return ConfigurationSettings.Ranking.of(exploration.getVariation().getCriterion());
    }

    @Override
    public List<Compared> compare(Path run, Candidate selected, List<Candidate> others, ChoiceSentence sentence) {
        RunResults results = Analyzer.read(run)
                .orElseThrow(() -> new IllegalStateException("the trials in " + run + " cannot be read again"));
        Optional<CaseResult> chosen = of(selected, results);
        List<Candidate> measured =
                others.stream().filter(each -> of(each, results).isPresent()).toList();
        if (chosen.isEmpty()) {
            return List.of();
        }
        ConfigurationSettings.Ranking criterion = criterion();
        List<ChoiceConfirmation.PairOutcome> outcomes = new ChoiceConfirmation(
                        criterion.metric(), criterion.function(), criterion.highest(), results.confidence())
                .against(
                        chosen.get(),
                        measured.stream()
                                .map(each -> of(each, results).orElseThrow())
                                .toList());
        List<Compared> compared = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            ChoiceConfirmation.PairOutcome each = outcomes.get(i);
            Candidate other = measured.get(i);
            compared.add(new Compared(
                    selected.configuration(),
                    other.configuration(),
                    Verdict.valueOf(each.verdict().state().name()),
                    known(each.chosen()),
                    known(each.other()),
                    known(each.ratio().value()),
                    known(each.ratio().low()),
                    known(each.ratio().high()),
                    each.ratio().blocks(),
                    sentence.against(other, each.words(), each.chosen(), each.other())));
        }
        return compared;
    }

    private static Optional<CaseResult> of(Candidate candidate, RunResults results) {
        return results.cases().stream()
                .filter(each -> each.testCase().server().equals(candidate.engine()))
                .findFirst();
    }

    private static Double known(double value) {
        return Double.isFinite(value) ? (Double) value : null;
    }
}
