package io.soabench.generators.reading;

import io.soabench.distribution.Distribution;
import io.soabench.distribution.Kind;
import io.soabench.model.Distributions;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.EmpiricalDistribution;
import io.soabench.model.testbed.TestbedPackage.Literals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The distributions of a model in canonical units (seconds, 1/s), each converted once. */
public final class ModelDistributions {

    private final ModelFiles files;
    private final ProblemCollector problems;
    private final IdentityHashMap<io.soabench.model.testbed.Distribution, Optional<Distribution>> converted =
            new IdentityHashMap<>();

    public ModelDistributions(ModelFiles files, ProblemCollector problems) {
        this.files = files;
        this.problems = problems;
    }

    /**
     * Returns the distribution of a model.
     *
     * @param meanWhenMissing for a distribution without parameters, which only arrivals may have
     * @param what for messages
     * @return empty after a problem was added
     */
    public Optional<Distribution> of(
            io.soabench.model.testbed.Distribution model, Optional<Double> meanWhenMissing, String what) {
        return converted.computeIfAbsent(model, any -> {
            try {
                return Optional.of(Distributions.of(model, meanWhenMissing, file -> lines(file, what)));
            } catch (IllegalArgumentException e) {
                problems.add(
                        model instanceof EmpiricalDistribution
                                ? IssueCode.DISTRIBUTION_FILE
                                : IssueCode.DISTRIBUTION_IMPOSSIBLE,
                        model,
                        null,
                        what + ": " + e.getMessage());
                return Optional.empty();
            }
        });
    }

    /** Returns the distribution for a model without one. */
    public static Distribution otherwise(Duration constant) {
        return Distribution.of(
                Kind.CONSTANT,
                Map.of("value", new Distribution.Argument(constant.toMillis() + " ms", constant.toNanos() / 1e9)));
    }

    /**
     * Returns a distribution as text for readers of a report: as written, with its effective mean if that differs from
     * the written one.
     */
    public static String words(io.soabench.model.testbed.Distribution model, Distribution distribution) {
        return distribution.text()
                + Distributions.effectiveMean(model, distribution)
                        .map(words -> " (" + words + ")")
                        .orElse("");
    }

    private List<String> lines(EmpiricalDistribution model, String what) {
        Path file = files.find(
                        model, Literals.EMPIRICAL_DISTRIBUTION__FILE, model.getFile(), what + ", the file of values")
                .orElseThrow(() -> new IllegalArgumentException("cannot be read; name a file of numbers"));
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot be read as text: " + e.getMessage(), e);
        }
    }
}
