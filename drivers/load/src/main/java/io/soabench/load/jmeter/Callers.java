package io.soabench.load.jmeter;

import io.soabench.load.replay.SenderThread;
import io.soabench.load.replay.ThreadPerRequestSender;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.jmeter.threads.JMeterContextService;

/** The callers by number of JMeter's thread. Each thread uses its own slot only. */
final class Callers {

    private final ThreadPerRequestSender sender;
    private final Consumer<Throwable> onBug;
    private final SenderThread[] callers;

    /**
     *
     *
     * @param onBug gets exceptions and errors, which JMeter would only log
     */
    Callers(ThreadPerRequestSender sender, Consumer<Throwable> onBug) {
        this.sender = sender;
        this.onBug = onBug;
        callers = new SenderThread[sender.threads()];
    }

    SenderThread ofThisThread() {
        int index = JMeterContextService.getContext().getThreadNum();
        SenderThread caller = callers[index];
        if (caller == null) {
            caller = sender.caller(index);
            callers[index] = caller;
        }
        return caller;
    }

    /** Returns the action's result, or false when it failed. */
    boolean guarded(BooleanSupplier action) {
        try {
            return action.getAsBoolean();
        } catch (RuntimeException | Error e) {
            onBug.accept(e);
            return false;
        }
    }
}
