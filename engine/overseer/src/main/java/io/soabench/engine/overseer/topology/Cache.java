package io.soabench.engine.overseer.topology;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A cache with all its sharers.
 *
 * @param id its number among the caches of its level and type, from 0 in the order of their first processors
 * @param level from 1, which is nearest to the core
 * @param type the kind of its content
 * @param bytes its size; absent if unknown
 * @param lineBytes the size of one line; absent if unknown
 * @param processors the processors that share it and are online
 */
public record Cache(int id, int level, CacheType type, OptionalLong bytes, OptionalInt lineBytes, IdSet processors) {

    /** Returns level and type as usual: {@code L1d}, {@code L2}. */
    public String name() {
        return "L" + level + type.suffix();
    }
}
