package io.soabench.maven;

import io.soabench.model.Defaults;
import io.soabench.model.Measure;
import io.soabench.model.SuiteSettings;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.Profile;
import io.soabench.plan.ExploreRecord.Load;
import io.soabench.plan.ModelOrigin;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.Plan;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * The settings of an exploration of the model, with defaults.
 *
 * @param origin of the plans of its trials
 * @param range of loads
 * @param most trials of an engine
 * @param withinMs time limit of those trials
 * @param trialMs shortest duration of a trial
 * @param again number of times that a trial is measured again after another program kept the machine busy
 * @param objectives as the model writes them
 */
record ExplorationSettings(
        ModelOrigin origin,
        String name,
        Load range,
        int most,
        long withinMs,
        double precision,
        long trialMs,
        int again,
        List<String> objectives) {

    private static final String CLIENTS = "clients";

    /** Returns whether loads are whole numbers. */
    boolean whole() {
        return range.unit().equals(CLIENTS);
    }

    /**
     * Returns the settings of an exploration without errors.
     *
     * @param plan of any of its trials
     */
    static ExplorationSettings of(Exploration model, Optional<Profile> profile, int again, Plan plan) {
        boolean clients = model.getLoad().isClients();
        SuiteSettings times = SuiteSettings.of(model, profile);
        return new ExplorationSettings(
                plan.origin(),
                model.getName(),
                new Load(
                        plain(Measure.of(model.getLoad().getLeast()).value()),
                        plain(Measure.of(model.getLoad().getGreatest()).value()),
                        clients ? CLIENTS : "/s"),
                model.getTrials() == null ? Defaults.TRIALS : model.getTrials(),
                (model.getWithin() == null
                                ? Defaults.WITHIN
                                : Measure.of(model.getWithin()).duration())
                        .toMillis(),
                model.getPrecision() == null
                        ? Defaults.PRECISION
                        : Measure.of(model.getPrecision()).ratio(),
                times.warmUp().plus(times.measure()).toMillis(),
                again,
                plan.cases().get(0).objectives().stream()
                        .map(ObjectivePlan::text)
                        .toList());
    }

    private static BigDecimal plain(BigDecimal value) {
        return value.scale() < 0 ? value.setScale(0) : value;
    }
}
