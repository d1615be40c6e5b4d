package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/** The target of a copy (WS-BPEL 2.0, section 8.4). */
public sealed interface To permits ToVariable, ToPartnerLink, ToProperty, ToExpression, ToNothing {
    /** Returns the {@code to} element. */
    Location location();
}
