package io.soabench.maven;

import io.soabench.analyzer.stat.Words;
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
import io.soabench.plan.Plan;
import io.soabench.plan.StatisticFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an exploration of the model asks for that searches for a configuration, defaults included.
 *
 * @param origin of the plans of its trials
 * @param engine the server whose configurations they are
 * @param criterion what decides
 * @param objectives what a configuration must keep, as the model writes it
 * @param space how many configurations the model names
 * @param selection numbers of those that the selection tries
 * @param candidates those, and the server's own one
 * @param most trials that there may be
 * @param withinMs how long those may take
 * @param confirmations blocks of the confirmation
 * @param warmUpMs before each measurement, at most
 * @param measureMs of the first rung, at least
 * @param again how often a trial is measured again because something else kept the machine busy
 */
record ConfigurationSettings(
        Plan.Origin origin,
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
     * What configurations are ranked by.
     *
     * @param text as the model says it
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

        /** What is measured: the criterion without what is better. */
        String what() {
            return text.substring(text.indexOf(' ') + 1);
        }

        /** A value with its unit. */
        String words(double value) {
            return unit.equals(MS) ? Words.ms(value) : Words.number(value) + " " + unit;
        }
    }

    /**
     * Those of an exploration in which nothing is wrong.
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
                        .map(Plan.ObjectivePlan::text)
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

    /** How its selection shares its trials out. */
    Halvings halvings() {
        return new Halvings(selection.size());
    }

    /** Number of the server's own configuration. */
    int own() {
        return candidates.stream()
                .filter(Candidate::own)
                .findFirst()
                .orElseThrow()
                .configuration();
    }

    /** Length of the measurements of the confirmation. */
    long confirmingMs() {
        return measureMs * halvings().lastFactor();
    }
}
