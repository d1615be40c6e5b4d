package io.soabench.load.jmeter;

import io.soabench.load.replay.Caller;
import io.soabench.load.replay.Crew;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.jmeter.threads.JMeterContextService;

/** The callers by number of JMeter's thread. Each thread uses its own slot only. */
final class Callers {

    private final Crew crew;
    private final Consumer<Throwable> onBug;
    private final Caller[] callers;

    /** @param onBug is told of exceptions and errors, which JMeter would only log */
    Callers(Crew crew, Consumer<Throwable> onBug) {
        this.crew = crew;
        this.onBug = onBug;
        callers = new Caller[crew.threads()];
    }

    Caller ofThisThread() {
        int index = JMeterContextService.getContext().getThreadNum();
        Caller caller = callers[index];
        if (caller == null) {
            caller = crew.caller(index);
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
