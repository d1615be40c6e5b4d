package io.soabench.engine.server.request;

/** The decision whether the engine takes one more request. Thread-safe, without locks. */
@FunctionalInterface
public interface Admission {
    /** Returns true if a request may be read and given to the kernel now. */
    boolean admits();
}
