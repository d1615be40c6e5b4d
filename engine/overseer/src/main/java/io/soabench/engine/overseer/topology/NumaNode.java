package io.soabench.engine.overseer.topology;

import java.util.Collections;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Processors and the memory that is near to them.
 *
 * @param id the kernel's number
 * @param processors those that are online; empty for a node of memory alone
 * @param memoryBytes of the node; 0 if it has none, absent if unknown
 * @param freeBytes of the node when it was asked; absent if unknown
 * @param distances to each node that is online, itself included, by their numbers: relative cost of an access, 10 for the
 *     node's own memory (ACPI 6.5, 5.2.17 SLIT); empty if unknown
 */
public record NumaNode(
        int id,
        IdSet processors,
        OptionalLong memoryBytes,
        OptionalLong freeBytes,
        SortedMap<Integer, Integer> distances) {

    public NumaNode {
        distances = Collections.unmodifiableSortedMap(new TreeMap<>(distances));
    }
}
