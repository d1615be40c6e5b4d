package io.soabench.engine.runtime.kernel;

/** The stage that calls partners for the kernel. Thread-safe; never blocks the caller. */
@FunctionalInterface
public interface PartnerInvoker {
    /** Takes over a call, which it ends within its time-out. */
    void call(PartnerCall call);
}
