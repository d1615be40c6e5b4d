package io.soabench.engine.server.counters;

import java.util.OptionalLong;

/**
 * The count of an event. Immutable.
 *
 * @param value the count, scaled if the event shared its counter with others; absent if there is none
 * @param reason the reason why there is none; empty if there is one
 */
public record CounterValue(OptionalLong value, String reason) {
    /** Returns a count. */
    static CounterValue of(long count) {
        return new CounterValue(OptionalLong.of(count), "");
    }

    /** Returns a missing count with its reason. */
    static CounterValue none(String reason) {
        return new CounterValue(OptionalLong.empty(), reason);
    }

    /** Returns the sum of both; a reason where neither is known. */
    CounterValue plus(CounterValue other) {
        if (value.isEmpty() || other.value.isEmpty()) {
            return value.isEmpty() ? other : this;
        }
        return of(value.getAsLong() + other.value.getAsLong());
    }

    /** Returns the count since an earlier reading. At that reading, the event may not have been counted yet. */
    public CounterValue since(CounterValue earlier) {
        return value.isEmpty() || earlier == null || earlier.value.isEmpty()
                ? this
                : of(value.getAsLong() - earlier.value.getAsLong());
    }
}
