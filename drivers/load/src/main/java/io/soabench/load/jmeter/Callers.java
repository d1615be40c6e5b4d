package io.soabench.load.jmeter;

import io.soabench.load.replay.Caller;
import io.soabench.load.replay.Replay;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.jmeter.threads.JMeterContextService;

/** The callers by number of JMeter's thread. Each thread uses its own slot only. */
final class Callers {

    private final Replay replay;
    private final Consumer<Throwable> onBug;
    private final Caller[] callers;

    /** @param onBug is told of exceptions and errors, which JMeter would only log */
    Callers(Replay replay, Consumer<Throwable> onBug) {
        this.replay = replay;
        this.onBug = onBug;
        callers = new Caller[replay.threads()];
    }

    Caller ofThisThread() {
        int index = JMeterContextService.getContext().getThreadNum();
        Caller caller = callers[index];
        if (caller == null) {
            caller = replay.caller(index);
            callers[index] = caller;
        }
        return caller;
    }

    /** The action's result, or false when it failed. */
    boolean guarded(BooleanSupplier action) {
        try {
            return action.getAsBoolean();
        } catch (RuntimeException | Error e) {
            onBug.accept(e);
            return false;
        }
    }
}
