package io.soabench.engine.runtime.scheduling;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/** Virtual threads, where the JVM has them: from Java 21 on. */
public final class VirtualThreads {
    private VirtualThreads() {}

    /**
     * Returns a factory of virtual threads; empty when the JVM has none.
     *
     * @param name the name of the threads, to which their number from 1 on is added
     */
    public static Optional<ThreadFactory> factory(String name) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> builder = Class.forName("java.lang.Thread$Builder");
            Class<?> virtual = Class.forName("java.lang.Thread$Builder$OfVirtual");
            MethodHandle ofVirtual = lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(virtual));
            MethodHandle named =
                    lookup.findVirtual(builder, "name", MethodType.methodType(builder, String.class, long.class));
            MethodHandle factory = lookup.findVirtual(builder, "factory", MethodType.methodType(ThreadFactory.class));
            return Optional.of((ThreadFactory) factory.invoke(named.invoke(ofVirtual.invoke(), name + "-", 1L)));
        } catch (ReflectiveOperationException e) {
            return Optional.empty();
        } catch (Throwable e) {
            throw new IllegalStateException("Virtual threads cannot be made, though this JVM has them.", e);
        }
    }
}
