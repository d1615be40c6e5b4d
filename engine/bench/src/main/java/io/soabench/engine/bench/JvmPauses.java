package io.soabench.engine.bench;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * The pauses of this JVM so far.
 *
 * @param collections garbage collections
 * @param collectionMs time they took
 * @param compilationMs time the compilers took, on threads of their own
 */
record JvmPauses(long collections, long collectionMs, long compilationMs) {
    static JvmPauses now() {
        long collections = 0;
        long collectionMs = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            collections += collector.getCollectionCount();
            collectionMs += collector.getCollectionTime();
        }
        return new JvmPauses(
                collections,
                collectionMs,
                ManagementFactory.getCompilationMXBean().getTotalCompilationTime());
    }

    JvmPauses since(JvmPauses earlier) {
        return new JvmPauses(
                collections - earlier.collections,
                collectionMs - earlier.collectionMs,
                compilationMs - earlier.compilationMs);
    }
}
