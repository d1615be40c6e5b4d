package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/** The source of a copy (WS-BPEL 2.0, section 8.4). */
public sealed interface From
        permits FromVariable, FromPartnerLink, FromProperty, FromExpression, FromLiteral, FromNothing {
    /** Returns the {@code from} element. */
    Location location();
}
