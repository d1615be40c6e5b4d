package io.soabench.maven;

import io.soabench.analyzer.explore.ExploredRun;
import io.soabench.analyzer.explore.Halving;
import io.soabench.analyzer.explore.TrialJudge;
import io.soabench.model.TrialModel;
import io.soabench.plan.ConfigurationRecord;
import io.soabench.plan.ConfigurationRecord.Candidate;
import io.soabench.plan.ConfigurationRecord.Compared;
import io.soabench.plan.ConfigurationRecord.Confirmation;
import io.soabench.plan.ConfigurationRecord.Rung;
import io.soabench.plan.Execution;
import io.soabench.plan.ExploreRecord;
import io.soabench.plan.ExploreRecord.Outcome;
import io.soabench.plan.ExploreRecord.Trial;
import io.soabench.plan.Halvings;
import io.soabench.plan.HostClock;
import io.soabench.plan.Plan;
import io.soabench.plan.RunRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A search for a configuration, trial by trial. The selection ({@link Halving}) comes first. In the confirmation, the
 * selected configuration, the second one and the server's own meet fresh loads in blocks. The search writes its
 * findings after each trial; from these it can go on after an interruption.
 */
final class ConfigurationRun implements TrialSearch {

    private final ConfigurationSettings settings;
    private final Trials trials;
    private final ExploredRun folder;
    private final Path run;
    private final HostClock clock;
    private final TrialAttempts attempts;
    private final Consumer<String> out;
    private final Halving halving;
    private final ChoiceSentence sentence;
    private ExploreRecord record;

    /** The operations on trials: compile, run, judge. */
    interface Trials {

        /**
         * Returns the plan of a repetition of a configuration, after its parts are compiled.
         *
         * @param configuration its number
         * @param stage of the search
         * @param factor of the measuring time in the first rung
         */
        Plan compile(int configuration, String stage, int factor, int repetition);

        /** Lets a driver run it in a folder; a trial that was begun there goes on. */
        RunRecord run(Plan plan, Path folder);

        /** Returns the rank of the repetition in that folder. */
        TrialJudge.Ranked rank(Path folder, Plan plan, Execution execution);

        /**
         * Compares the selected configuration with others, by those trials of the run that confirm.
         *
         * @param others that it is compared with
         * @param sentence puts the result in words
         */
        List<Compared> compare(Path run, Candidate selected, List<Candidate> others, ChoiceSentence sentence);
    }

    /** A trial to come. */
    private record Next(int configuration, Integer rung, int repetition, String stage, int factor, long measureMs) {}

    /**
     * Prepares a search.
     *
     * @param run folder of the run
     * @param out prints a line
     */
    ConfigurationRun(ConfigurationSettings settings, Trials trials, Path run, HostClock clock, Consumer<String> out) {
        this.settings = settings;
        this.trials = trials;
        this.folder = new ExploredRun(run);
        this.run = run;
        this.clock = clock;
        this.attempts = new TrialAttempts(settings.again(), clock, out);
        this.out = out;
        this.sentence = new ChoiceSentence(settings);
        halving = new Halving(
                settings.selection(),
                settings.criterion().highest(),
                settings.measureMs(),
                settings.origin().seed());
        List<ExploreRecord> before = ExploredRun.found(run);
        folder.takeLeft(before);
        before.stream()
                .flatMap(found -> found.trials().stream())
                .filter(Trial::selecting)
                .forEach(trial ->
                        halving.learn(trial.configuration(), new Halving.Result(trial.outcome(), trial.value())));
        record =
                before.stream().findFirst().orElseGet(() -> record(List.of(), "", List.of(), "no trial has ended yet"));
        folder.write(record, true);
    }

    @Override
    public boolean run() {
        while (record.ended().isEmpty()) {
            Optional<Next> next = next();
            Optional<String> late = next.flatMap(this::tooLate);
            if (next.isEmpty() || late.isPresent()) {
                conclude(late);
            } else if (!trial(next.get())) {
                return false;
            }
        }
        folder.end(problem(), clock.now().toString());
        return true;
    }

    @Override
    public List<ExploreRecord> found() {
        return List.of(record);
    }

    @Override
    public String problem() {
        List<Trial> selecting =
                record.trials().stream().filter(Trial::selecting).toList();
        boolean useless = halving.ended() && selecting.stream().allMatch(ChoiceSentence::unmeasured);
        return useless
                ? settings.engine() + ": no configuration could be measured: "
                        + selecting.get(selecting.size() - 1).reason()
                : "";
    }

    /** Returns the configurations of the confirmation; none when there are no two. */
    private List<Integer> confirming() {
        if (halving.finalists().isEmpty()) {
            return List.of();
        }
        List<Integer> all = Stream.concat(Stream.of(settings.own()), halving.finalists().stream())
                .distinct()
                .toList();
        return all.size() < 2 ? List.of() : all;
    }

    private List<Trial> confirmed() {
        return record.trials().stream().filter(trial -> !trial.selecting()).toList();
    }

    private Optional<Next> next() {
        if (!halving.ended()) {
            Rung rung = halving.rung();
            return halving.next()
                    .map(each -> new Next(
                            each,
                            rung.rung(),
                            1,
                            TrialModel.Configured.rung(rung.rung()),
                            Halvings.factor(rung.rung()),
                            rung.measureMs()));
        }
        List<Integer> confirming = confirming();
        int done = confirmed().size();
        if (done >= confirming.size() * settings.confirmations()) {
            return Optional.empty();
        }
        int block = done / confirming.size() + 1;
        List<Integer> order = new ArrayList<>(confirming);
        Collections.shuffle(order, new Random(settings.origin().seed() * 31 - block));
        return Optional.of(new Next(
                order.get(done % confirming.size()),
                null,
                block,
                TrialModel.Configured.CONFIRMATION,
                settings.halvings().lastFactor(),
                settings.confirmingMs()));
    }

    /** Returns the reason against the next trial; empty when there is none. */
    private Optional<String> tooLate(Next next) {
        if (record.trials().isEmpty() || spentMs() + expectedMs(next.measureMs()) <= settings.withinMs()) {
            return Optional.empty();
        }
        return Optional.of(TrialAttempts.tooLong(settings.withinMs()));
    }

    private long spentMs() {
        return record.trials().stream().mapToLong(Trial::durationMs).sum();
    }

    /**
     * Returns the expected duration of a trial: its measurement, and the mean of the time that earlier trials took
     * beside theirs.
     */
    private long expectedMs(long measureMs) {
        long measured = record.trials().stream()
                .mapToLong(trial -> (trial.selecting()
                                ? settings.measureMs() * Halvings.factor(trial.rung())
                                : settings.confirmingMs())
                        * trial.attempt())
                .sum();
        long beside = record.trials().isEmpty()
                ? settings.warmUpMs()
                : Math.max(0, spentMs() - measured) / record.trials().size();
        return beside + measureMs;
    }

    /** Returns the longest time that is left within the limit. */
    private long leftMs() {
        long left = halving.ahead().stream()
                .mapToLong(rung -> rung.tried().size() * expectedMs(rung.measureMs()))
                .sum();
        int most = halving.ended() ? confirming().size() : Halvings.FINALISTS + 1;
        left += (long) (most * settings.confirmations() - confirmed().size()) * expectedMs(settings.confirmingMs());
        return Math.min(left, Math.max(0, settings.withinMs() - spentMs()));
    }

    /** Returns whether it ended in order. */
    private boolean trial(Next next) {
        int number = record.trials().size() + 1;
        Candidate candidate = candidate(next.configuration());
        String shown = "trial " + number + " of at most " + mostTrials() + ": "
                + (next.rung() == null
                        ? "confirmation, block " + next.repetition() + " of " + settings.confirmations()
                        : "rung " + next.rung() + " of "
                                + settings.halvings().rungs().size())
                + ", " + candidate.words();
        out.accept(shown);
        Plan plan = TrialAttempts.only(
                trials.compile(next.configuration(), next.stage(), next.factor(), next.repetition()),
                next.repetition());
        Execution execution = plan.order().get(0);
        Optional<TrialAttempts.Measured<TrialJudge.Ranked>> ended = attempts.of(
                folder.trial(number),
                execution,
                () -> trials.run(plan, folder.trial(number)),
                () -> trials.rank(folder.trial(number), plan, execution),
                ranked -> ranked.verdict().interfered());
        if (ended.isEmpty()) {
            return false;
        }
        TrialJudge.Ranked ranked = ended.get().verdict();
        Trial finished = new Trial(
                number,
                execution.caseId(),
                next.repetition(),
                null,
                outcome(ranked, next.rung() != null),
                sentence.reason(ranked),
                ranked.verdict().figures(),
                ended.get().attempt(),
                ended.get().durationMs(),
                next.configuration(),
                next.rung(),
                ranked.value());
        if (finished.selecting()) {
            halving.learn(finished.configuration(), new Halving.Result(finished.outcome(), finished.value()));
        }
        List<Trial> all = new ArrayList<>(record.trials());
        all.add(finished);
        record = record(all, "", List.of(), sentence.underWay(halving, all));
        folder.write(record, true);
        if (!finished.selecting()) {
            folder.take(number, plan, ended.get().record());
        }
        long left = leftMs();
        out.accept(shown + " " + finished.outcome().text() + ", " + finished.reason()
                + (left > 0 ? "; at most " + TrialAttempts.time(left) + " left" : ""));
        return true;
    }

    /**
     * Returns the outcome of a trial. A disturbance by the load client, partners or other programs does not count
     * against the configuration. It may go on, ranked behind those with a value.
     */
    private static Outcome outcome(TrialJudge.Ranked ranked, boolean selecting) {
        Outcome outcome = ranked.verdict().outcome();
        return selecting && outcome == Outcome.USELESS && ranked.verdict().interfered() ? Outcome.UNDECIDED : outcome;
    }

    private int mostTrials() {
        int confirming = halving.ended() ? confirming().size() : Halvings.FINALISTS + 1;
        int selecting = halving.ended()
                ? (int) record.trials().stream().filter(Trial::selecting).count()
                : settings.halvings().trials();
        return selecting + confirming * settings.confirmations();
    }

    private Candidate candidate(int configuration) {
        return settings.candidates().stream()
                .filter(each -> each.configuration() == configuration)
                .findFirst()
                .orElseThrow();
    }

    /**
     * Ends the search and writes its conclusion.
     *
     * @param late reason for an early end; empty when it is over
     */
    private void conclude(Optional<String> late) {
        List<Compared> compared = List.of();
        if (confirmed().isEmpty()) {
            folder.withoutCases(record.trials().size());
        } else {
            int selected = halving.finalists().get(0);
            compared = trials.compare(
                    run,
                    candidate(selected),
                    confirming().stream()
                            .filter(each -> each != selected)
                            .map(this::candidate)
                            .toList(),
                    sentence);
        }
        String ended = late.orElse(
                confirmed().isEmpty()
                        ? halving.finalists().isEmpty()
                                ? "no configuration is left"
                                : "there is no other configuration to compare it with"
                        : "the confirmation is complete");
        record = record(record.trials(), ended, compared, sentence.of(halving, record.trials(), compared, late));
        folder.write(record, true);
    }

    private ExploreRecord record(List<Trial> all, String ended, List<Compared> compared, String words) {
        List<Integer> confirming = confirming();
        return new ExploreRecord(
                ExploreRecord.FORMAT,
                settings.origin(),
                settings.name(),
                settings.engine(),
                null,
                settings.most(),
                settings.withinMs(),
                null,
                settings.objectives(),
                null,
                null,
                null,
                ended,
                words,
                all,
                new ConfigurationRecord(
                        settings.criterion().text(),
                        settings.criterion().unit(),
                        settings.criterion().highest(),
                        settings.space(),
                        halving.finalists().stream()
                                .findFirst()
                                .map(each -> candidate(each).parameters())
                                .orElse(null),
                        settings.candidates(),
                        halving.rungs(),
                        confirming.isEmpty()
                                ? null
                                : new Confirmation(
                                        settings.confirmations(), settings.confirmingMs(), confirming, compared)));
    }
}
