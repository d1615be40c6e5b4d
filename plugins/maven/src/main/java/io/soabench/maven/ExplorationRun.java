package io.soabench.maven;

import io.soabench.analyzer.explore.ExploredRun;
import io.soabench.analyzer.explore.LoadSearch;
import io.soabench.analyzer.explore.TrialJudge;
import io.soabench.model.ExpandedCase;
import io.soabench.plan.Execution;
import io.soabench.plan.ExploreRecord;
import io.soabench.plan.ExploreRecord.Found;
import io.soabench.plan.ExploreRecord.Outcome;
import io.soabench.plan.ExploreRecord.Trial;
import io.soabench.plan.HostClock;
import io.soabench.plan.Plan;
import io.soabench.plan.RunRecord;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An exploration, trial by trial. Several engines take turns, so that slow changes of the machine affect all of them
 * alike. Each engine has a search of its own. The run writes its findings after each trial; from these the searches can
 * go on after an interruption.
 */
final class ExplorationRun implements TrialSearch {

    /** The number of useless trials in a row that ends a search. */
    private static final int USELESS = 2;

    private final ExplorationSettings settings;
    private final Trials trials;
    private final ExploredRun folder;
    private final HostClock clock;
    private final TrialAttempts attempts;
    private final Consumer<String> out;
    private final List<Search> searches = new ArrayList<>();
    private int last;

    /** The operations on trials: compile, run, judge. */
    interface Trials {

        /** Returns the plan of the repetition of a case at a load, after its parts are compiled. */
        Plan compile(ExpandedCase cell, BigDecimal load, int repetition);

        /** Lets a driver run it in a folder; a trial that was begun there goes on. */
        RunRecord run(Plan plan, Path folder);

        /** Returns the verdict on the repetition in that folder. */
        TrialJudge.Verdict judge(Path folder, Plan plan, Execution execution);
    }

    /** The search of an engine. */
    private final class Search {

        private final ExpandedCase cell;
        private final LoadSearch load;
        private ExploreRecord record;

        Search(ExpandedCase cell, Optional<ExploreRecord> before) {
            this.cell = cell;
            load = new LoadSearch(
                    new LoadSearch.Range(
                            settings.range().low(),
                            settings.range().high(),
                            settings.whole(),
                            settings.range().unit()),
                    settings.precision());
            record = before.orElse(ExplorationRun.this.record(engine(cell), load.bracket()));
            record.trials().forEach(trial -> load.learn(trial.load(), trial.outcome()));
            last = record.trials().stream().mapToInt(Trial::trial).reduce(last, Math::max);
        }

        boolean open() {
            return record.ended().isEmpty();
        }

        long spentMs() {
            return record.trials().stream().mapToLong(Trial::durationMs).sum();
        }

        /** Returns the longest time that is left: trials of the present length, within the time limit. */
        long leftMs() {
            int done = record.trials().size();
            long mean = done == 0 ? settings.trialMs() : spentMs() / done;
            long time = Math.max(0, settings.withinMs() - spentMs());
            return open() ? Math.min(time, (settings.most() - done) * mean) : 0;
        }

        /** Returns the number of trials of a load. */
        int times(BigDecimal tried) {
            return (int) record.trials().stream()
                    .filter(trial -> trial.load().compareTo(tried) == 0)
                    .count();
        }

        void learn(Trial trial) {
            List<Trial> all = new ArrayList<>(record.trials());
            all.add(trial);
            load.learn(trial.load(), trial.outcome());
            record = ExplorationRun.this.record(record, load, all, why(all));
            folder.write(record, searches.size() == 1);
        }

        /** Returns the reason against a further trial; empty when there is none. */
        private String why(List<Trial> all) {
            int n = all.size();
            if (n >= USELESS
                    && all.subList(n - USELESS, n).stream().allMatch(trial -> trial.outcome() == Outcome.USELESS)) {
                return USELESS + " trials in a row had no result: "
                        + all.get(n - 1).reason();
            }
            if (load.found() != Found.NOTHING) {
                return "it is known well enough";
            }
            if (n >= settings.most()) {
                return "there were " + PrintedText.count(n, "trial") + ", as many as there may be";
            }
            long spent = all.stream().mapToLong(Trial::durationMs).sum();
            return spent + spent / n > settings.withinMs() ? TrialAttempts.tooLong(settings.withinMs()) : "";
        }
    }

    /**
     * Prepares an exploration.
     *
     * @param cells one for each engine
     * @param run folder of the run
     * @param out prints a line
     */
    ExplorationRun(
            ExplorationSettings settings,
            List<ExpandedCase> cells,
            Trials trials,
            Path run,
            HostClock clock,
            Consumer<String> out) {
        this.settings = settings;
        this.trials = trials;
        this.folder = new ExploredRun(run);
        this.clock = clock;
        this.attempts = new TrialAttempts(settings.again(), clock, out);
        this.out = out;
        List<ExploreRecord> before = ExploredRun.found(run);
        folder.takeLeft(before);
        for (ExpandedCase cell : cells) {
            searches.add(new Search(
                    cell,
                    before.stream()
                            .filter(record -> record.engine().equals(engine(cell)))
                            .findFirst()));
        }
        searches.forEach(search -> folder.write(search.record, cells.size() == 1));
    }

    private static String engine(ExpandedCase cell) {
        return cell.server().map(server -> server.getName()).orElse("");
    }

    @Override
    public boolean run() {
        while (searches.stream().anyMatch(Search::open)) {
            for (Search search : searches) {
                if (search.open() && !trial(search)) {
                    return false;
                }
            }
        }
        folder.end(problem(), clock.now().toString());
        return true;
    }

    @Override
    public List<ExploreRecord> found() {
        return searches.stream().map(search -> search.record).toList();
    }

    @Override
    public String problem() {
        return searches.stream()
                .filter(search -> !search.open() && !search.record.trials().isEmpty())
                .filter(search -> search.record
                                .trials()
                                .get(search.record.trials().size() - 1)
                                .outcome()
                        == Outcome.USELESS)
                .filter(search -> search.load.found() == Found.NOTHING)
                .map(search -> engine(search.cell) + ": " + search.record.ended())
                .findFirst()
                .orElse("");
    }

    /** Returns whether it ended in order. */
    private boolean trial(Search search) {
        int number = last + 1;
        BigDecimal load = search.load.next();
        int repetition = search.times(load) + 1;
        out.accept("trial " + (search.record.trials().size() + 1) + " of at most " + settings.most()
                + (searches.size() > 1 ? " of " + engine(search.cell) : "") + ": " + shown(load));
        Plan plan = TrialAttempts.only(trials.compile(search.cell, load, repetition), repetition);
        Execution execution = plan.order().get(0);
        Optional<TrialAttempts.Measured<TrialJudge.Verdict>> ended = attempts.of(
                folder.trial(number),
                execution,
                () -> trials.run(plan, folder.trial(number)),
                () -> trials.judge(folder.trial(number), plan, execution),
                TrialJudge.Verdict::interfered);
        if (ended.isEmpty()) {
            return false;
        }
        TrialJudge.Verdict verdict = ended.get().verdict();
        last = number;
        Trial finished = new Trial(
                number,
                execution.caseId(),
                repetition,
                load,
                verdict.outcome(),
                verdict.reason(),
                verdict.figures(),
                ended.get().attempt(),
                ended.get().durationMs());
        search.learn(finished);
        folder.take(number, plan, ended.get().record());
        out.accept(line(search, finished));
        return true;
    }

    private String line(Search search, Trial trial) {
        long left = searches.stream().mapToLong(Search::leftMs).sum();
        return "trial " + search.record.trials().size() + " of at most " + settings.most()
                + (searches.size() > 1 ? " of " + engine(search.cell) : "") + ": " + shown(trial.load()) + " "
                + trial.outcome().text() + ", " + trial.reason() + "; "
                + search.load.bracket().words()
                + (left > 0 ? "; at most " + TrialAttempts.time(left) + " left" : "");
    }

    private String shown(BigDecimal load) {
        return load.toPlainString() + " " + settings.range().unit();
    }

    /** Returns the record of an engine before its first trial. */
    private ExploreRecord record(String engine, LoadSearch.Bracket nothing) {
        return new ExploreRecord(
                ExploreRecord.FORMAT,
                settings.origin(),
                settings.name(),
                engine,
                settings.range(),
                settings.most(),
                settings.withinMs(),
                settings.precision(),
                settings.objectives(),
                nothing.load(),
                nothing.probability(),
                Found.NOTHING,
                "",
                "no trial has ended yet",
                List.of());
    }

    /** Returns the record after more trials. */
    private ExploreRecord record(ExploreRecord before, LoadSearch search, List<Trial> trials, String ended) {
        LoadSearch.Bracket bracket = search.bracket();
        return new ExploreRecord(
                ExploreRecord.FORMAT,
                settings.origin(),
                settings.name(),
                before.engine(),
                before.range(),
                settings.most(),
                settings.withinMs(),
                settings.precision(),
                settings.objectives(),
                bracket.load(),
                Math.min(1, bracket.probability()),
                search.found(),
                ended,
                sentence(before.engine(), search.found(), bracket, trials),
                trials);
    }

    private String sentence(String engine, Found found, LoadSearch.Bracket bracket, List<Trial> trials) {
        String who = engine.isEmpty() ? "" : engine + ": ";
        String tried = "after " + PrintedText.count(trials.size(), "trial");
        String sure = " (probability " + bracket.percent() + ", " + tried + ")";
        String kept = String.join(", ", settings.objectives());
        // Without a useful trial, the search has only its first assumption.
        if (trials.stream().allMatch(trial -> trial.outcome() == Outcome.USELESS)) {
            return who + "the load up to which " + kept + " is met is unknown " + tried;
        }
        return who
                + switch (found) {
                    case BELOW ->
                        kept + " is already missed at " + settings.range().low().toPlainString() + " "
                                + settings.range().unit() + sure;
                    case ABOVE ->
                        kept + " is still met at " + settings.range().high().toPlainString() + " "
                                + settings.range().unit() + sure;
                    case BETWEEN, NOTHING ->
                        kept + " is met up to a load " + bracket.load().words() + sure
                                + (found == Found.NOTHING ? ", less precisely than the exploration asks for" : "");
                };
    }
}
