package io.soabench.maven;

import io.soabench.analyzer.explore.Halving;
import io.soabench.analyzer.explore.TrialJudge;
import io.soabench.plan.ConfigurationRecord.Candidate;
import io.soabench.plan.ConfigurationRecord.Compared;
import io.soabench.plan.ExploreRecord.Outcome;
import io.soabench.plan.ExploreRecord.Trial;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The sentences about the result of a search for a configuration. */
final class ChoiceSentence {

    private final ConfigurationSettings settings;

    ChoiceSentence(ConfigurationSettings settings) {
        this.settings = settings;
    }

    /** Returns the result of a trial: the value that decides, and other findings. */
    String reason(TrialJudge.Ranked ranked) {
        String found = ranked.verdict().reason();
        Outcome outcome = ranked.verdict().outcome();
        if (outcome == Outcome.MISSED || outcome == Outcome.USELESS) {
            return found;
        }
        String what = settings.criterion().what();
        String value = ranked.value() == null
                ? what + " needs more requests than the "
                        + ranked.verdict().figures().requests() + " measured ones"
                : what + " is " + settings.criterion().words(ranked.value());
        return found.isEmpty() ? value : value + ", " + found;
    }

    /** Returns whether a trial has neither a value nor a failure of its configuration. */
    static boolean unmeasured(Trial trial) {
        return trial.value() == null && trial.outcome() != Outcome.MISSED;
    }

    /** Returns the sentence for a search that goes on. */
    String underWay(Halving halving, List<Trial> trials) {
        return settings.engine() + ": "
                + (halving.finalists().isEmpty()
                        ? "the selection among " + count() + " goes on, after "
                                + PrintedText.count(trials.size(), "trial")
                        : selected(halving, trials) + "; its confirmation goes on");
    }

    /**
     * Returns the sentence for a search that is over.
     *
     * @param late reason for an early end; empty when there was none
     */
    String of(Halving halving, List<Trial> trials, List<Compared> compared, Optional<String> late) {
        String who = settings.engine() + ": ";
        if (!halving.ended()) {
            return who + "the configuration with the " + settings.criterion().text() + " of "
                    + count() + " is unknown, because "
                    + late.orElseThrow() + "; the selection came to rung "
                    + halving.rung().rung() + " of "
                    + settings.halvings().rungs().size();
        }
        if (halving.finalists().isEmpty()) {
            return who + none(trials);
        }
        String selected = who + selected(halving, trials);
        if (compared.isEmpty()) {
            return selected + "; it is not confirmed, because "
                    + late.orElse("no other configuration is left to compare it with");
        }
        int blocks = blocks(compared);
        return selected
                + (blocks == 0
                        ? ". Its confirmation: "
                        : ". In " + PrintedText.count(blocks, "block") + " after the selection: ")
                + compared.stream().map(Compared::sentence).collect(Collectors.joining("; "))
                + missed(halving.finalists().get(0), trials)
                + late.map(why -> "; it ended early, because " + why).orElse("");
    }

    /** Returns the objectives that the selected configuration missed in the confirmation; empty when it kept all. */
    private static String missed(int selected, List<Trial> trials) {
        List<Trial> missed = trials.stream()
                .filter(trial ->
                        !trial.selecting() && trial.configuration() == selected && trial.outcome() == Outcome.MISSED)
                .toList();
        return missed.isEmpty()
                ? ""
                : "; but in " + PrintedText.count(missed.size(), "block") + " of them it failed: "
                        + missed.get(0).reason();
    }

    /**
     * Returns the result of the confirmation: the selected configuration against another.
     *
     * @param findings text that begins with the value of the selected configuration
     * @param selectedMean mean of the selected one over its blocks; NaN when there is none
     * @param otherMean the same of the other
     */
    String against(Candidate other, String findings, double selectedMean, double otherMean) {
        String known = Double.isNaN(selectedMean) || Double.isNaN(otherMean)
                ? ""
                : " (" + settings.criterion().words(selectedMean) + " against "
                        + settings.criterion().words(otherMean) + " on average)";
        return "against " + (other.own() ? "the server's own configuration" : "the second of the selection") + ", "
                + other.words() + known + ", " + findings;
    }

    private static int blocks(List<Compared> compared) {
        return compared.stream().mapToInt(Compared::blocks).max().orElse(0);
    }

    /**
     * Returns the result of the selection with the number of configurations that could not be measured, because those
     * are not refuted either.
     */
    private String selected(Halving halving, List<Trial> trials) {
        Candidate first = settings.candidates().stream()
                .filter(each -> each.configuration() == halving.finalists().get(0))
                .findFirst()
                .orElseThrow();
        long useless = trials.stream()
                .filter(trial -> trial.selecting() && unmeasured(trial))
                .count();
        return "of " + count() + (useless == 0 ? "" : ", " + useless + " of which could not be measured") + ", "
                + first.words() + (first.own() ? ", which is the server's own," : "")
                + " was selected for the " + settings.criterion().text();
    }

    private String count() {
        int tried = settings.selection().size();
        return tried < settings.space()
                ? tried + " configurations (drawn from " + settings.space() + ")"
                : tried + " configurations";
    }

    private String none(List<Trial> trials) {
        boolean useless = trials.stream().allMatch(ChoiceSentence::unmeasured);
        return useless
                ? "none of " + count() + " could be measured: "
                        + trials.get(trials.size() - 1).reason()
                : "none of " + count() + " kept its objectives"
                        + (settings.objectives().isEmpty() ? "" : ", " + String.join(", ", settings.objectives()));
    }
}
