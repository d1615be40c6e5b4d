package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/** An activity as written (WS-BPEL 2.0, chapters 10 to 12). */
public sealed interface ActivityElement
        permits Receive,
                Reply,
                Invoke,
                Assign,
                Throw,
                Rethrow,
                Wait,
                Empty,
                Exit,
                Validate,
                Compensate,
                CompensateScope,
                Sequence,
                If,
                While,
                RepeatUntil,
                ForEach,
                Pick,
                Flow,
                Scope,
                ExtensionActivity {
    /** Returns the standard attributes and elements. */
    ActivityHeader header();

    /** Returns the start of the activity in its document. */
    default Location location() {
        return header().location();
    }
}
