package io.soabench.plan;

import java.util.List;

/**
 * Numbers that others published, not measured by this run.
 *
 * @param subject the measured system, e.g. {@code ActiveVOS 5.0.2}
 * @param source the publication, in words for the report
 */
public record PublishedPlan(String subject, String source, List<PublishedNumbers> numbers) {}
