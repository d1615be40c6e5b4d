package io.soabench.engine.bpel.profile;

import java.util.Optional;

/** Bounds on the number of calls of one operation. */
record CallBounds(long least, Optional<Long> most) {
    private static final CallBounds NONE = new CallBounds(0, Optional.of(0L));

    static CallBounds of(Prescription part, String partnerLink, String operation) {
        if (part instanceof PrescribedCall call) {
            boolean counts =
                    call.partnerLink().equals(partnerLink) && call.operation().equals(operation);
            return counts ? new CallBounds(1, Optional.of(1L)) : NONE;
        }
        if (part instanceof Loop loop) {
            CallBounds body = of(loop.body(), partnerLink, operation);
            if (loop.count().isPresent()) {
                long count = loop.count().get();
                return new CallBounds(body.least * count, body.most.map(most -> most * count));
            }
            return body.most.equals(Optional.of(0L)) ? NONE : new CallBounds(0, Optional.empty());
        }
        if (part instanceof Alternatives choice) {
            return choice.alternatives().stream()
                    .map(alternative -> of(alternative, partnerLink, operation))
                    .reduce(CallBounds::either)
                    .orElse(NONE);
        }
        return InvocationProfile.inside(part).stream()
                .map(inner -> of(inner, partnerLink, operation))
                .reduce(NONE, CallBounds::both);
    }

    private CallBounds both(CallBounds other) {
        return new CallBounds(least + other.least, most.flatMap(m -> other.most.map(o -> m + o)));
    }

    private CallBounds either(CallBounds other) {
        return new CallBounds(Math.min(least, other.least), most.flatMap(m -> other.most.map(o -> Math.max(m, o))));
    }
}
