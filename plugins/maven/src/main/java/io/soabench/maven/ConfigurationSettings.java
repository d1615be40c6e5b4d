package io.soabench.maven;

import io.soabench.analyzer.stat.SentenceText;
import io.soabench.model.ConfigurationSpace;
import io.soabench.model.Defaults;
import io.soabench.model.Measure;
import io.soabench.model.SuiteSettings;
import io.soabench.model.WholeTestbed;
import io.soabench.model.testbed.Criterion;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.Profile;
import io.soabench.plan.ConfigurationRecord.Candidate;
import io.soabench.plan.Halvings;
import io.soabench.plan.ModelOrigin;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.StatisticFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The settings of an exploration of the model that searches for a configuration, with defaults.
 *
 * @param origin of the plans of its trials
 * @param engine the server that is configured
 * @param criterion of the ranking
 * @param objectives that a configuration must keep, as the model writes them
 * @param space number of configurations that the model names
 * @param selection numbers of those that the selection tries
 * @param candidates those, and the server's own one
 * @param most largest number of trials
 * @param withinMs time limit of those trials
 * @param confirmations blocks of the confirmation
 * @param warmUpMs before each measurement, at most
 * @param measureMs of the first rung, at least
 * @param again number of times that a trial is measured again after another program kept the machine busy
 */
record ConfigurationSettings(
        ModelOrigin origin,
        String name,
        String engine,
        Ranking criterion,
        List<String> objectives,
        int space,
        List<Integer> selection,
        List<Candidate> candidates,
        int most,
        long withinMs,
        int confirmations,
        long warmUpMs,
        long measureMs,
        int again) {

    private static final String MS = "ms";
    private static final String PER_SECOND = "/s";

    /**
     * The criterion by which configurations are ranked.
     *
     * @param text as the model writes it
     * @param unit {@code ms} or {@code /s}
     */
    record Ranking(String text, String metric, StatisticFunction function, boolean highest, String unit) {

        static Ranking of(Criterion model) {
            String statistic =
                    model.getStatistic() == null ? "" : model.getStatistic().getFunction() + " ";
            return new Ranking(
                    (model.isHighest() ? "highest " : "lowest ")
                            + statistic
                            + model.getMetric().getName(),
                    model.getMetric().getName(),
                    model.getStatistic() == null
                            ? Defaults.STATISTIC
                            : StatisticFunction.parse(model.getStatistic().getFunction()),
                    model.isHighest(),
                    model.isHighest() ? PER_SECOND : MS);
        }

        /** Returns the measured quantity: the criterion without its direction. */
        String what() {
            return text.substring(text.indexOf(' ') + 1);
        }

        /** Returns a value with its unit. */
        String words(double value) {
            return unit.equals(MS) ? SentenceText.ms(value) : SentenceText.number(value) + " " + unit;
        }
    }

    /**
     * Returns the settings of an exploration without errors.
     *
     * @param plan of any of its trials
     */
    static ConfigurationSettings of(
            Exploration model, WholeTestbed testbed, Optional<Profile> profile, int again, Plan plan) {
        ConfigurationSpace space = ConfigurationSpace.of(model, plan.origin().seed());
        List<ConfigurationSpace.Configuration> all = new ArrayList<>();
        ConfigurationSpace.Configuration own = space.own();
        if (space.tried().stream().noneMatch(ConfigurationSpace.Configuration::own)) {
            all.add(own);
        }
        all.addAll(space.tried());
        SuiteSettings times = SuiteSettings.of(model, profile);
        return new ConfigurationSettings(
                plan.origin(),
                model.getName(),
                model.getVariation().getServer().getName(),
                Ranking.of(model.getVariation().getCriterion()),
                plan.cases().get(0).objectives().stream()
                        .map(ObjectivePlan::text)
                        .toList(),
                space.size(),
                space.tried().stream()
                        .map(ConfigurationSpace.Configuration::number)
                        .toList(),
                all.stream()
                        .map(each -> new Candidate(
                                each.number(), space.engine(testbed, each), each.parameters(), each.own()))
                        .toList(),
                model.getTrials() == null ? Defaults.CONFIGURATION_TRIALS : model.getTrials(),
                (model.getWithin() == null
                                ? Defaults.WITHIN
                                : Measure.of(model.getWithin()).duration())
                        .toMillis(),
                ConfigurationSpace.confirmations(model),
                times.warmUp().toMillis(),
                times.least().toMillis(),
                again);
    }

    /** Returns the shares of trials in the rungs of the selection. */
    Halvings halvings() {
        return new Halvings(selection.size());
    }

    /** Returns the number of the server's own configuration. */
    int own() {
        return candidates.stream()
                .filter(Candidate::own)
                .findFirst()
                .orElseThrow()
                .configuration();
    }

    /** Returns the length of the measurements of the confirmation. */
    long confirmingMs() {
        return measureMs * halvings().lastFactor();
    }
}
