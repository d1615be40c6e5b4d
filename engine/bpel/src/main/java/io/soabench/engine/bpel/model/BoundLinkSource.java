package io.soabench.engine.bpel.model;

import java.util.Optional;

/**
 * A link at its source activity.
 *
 * @param link the link
 * @param transitionCondition empty means true
 */
public record BoundLinkSource(Link link, Optional<BoundExpression> transitionCondition) {}
