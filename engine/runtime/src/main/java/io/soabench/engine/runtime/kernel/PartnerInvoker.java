package io.soabench.engine.runtime.kernel;

/** The stage behind the kernel: calls partners. Thread-safe; never blocks the caller. */
@FunctionalInterface
public interface PartnerInvoker {
    /** Takes over a call and ends it some time, within the invoker's time-out. */
    void call(PartnerCall call);
}
