package io.soabench.agent.protocol;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A host on which a repetition takes place. Safe for use by many threads. */
public interface Host {

    /**
     * Sends an order to the host. Phases ({@link HostOrder.InTurn}) are done one after the other, in the order of the calls; everything else is
     * done at once.
     *
     * @return the answer; never fails: problems are in {@link HostMessage.Answer#problem()}, also that the host cannot be reached ({@link
     *     HostProblem.Code#SILENT}). The answer completes on any thread, which must not be kept waiting.
     */
    CompletableFuture<HostMessage.Answer> ask(HostOrder order);

    /**
     * Registers a listener for reports of the host, in order. {@link HostOrder.Follow} repeats earlier reports.
     *
     * @param listener called by any thread, by one at a time; must not wait
     * @return ends it
     */
    Listening listen(Consumer<HostMessage.Unasked> listener);

    /**
     * Brings home what the repetition has left for the run record; asked after {@link HostOrder.Stop}.
     *
     * @param repetition folder of the repetition in the run record; exists
     * @return the answer; never fails. Of a host that writes there itself it is done at once.
     */
    default CompletableFuture<HostMessage.Answer> bring(Path repetition) {
        return CompletableFuture.completedFuture(HostMessage.Answer.done());
    }

    /** Returns one sentence when nothing has been heard of the host for so long that the repetition is lost; nothing while it is there. */
    default Optional<String> lost() {
        return Optional.empty();
    }

    /** Somebody listens. */
    interface Listening extends AutoCloseable {

        /** Removes the listener. */
        @Override
        void close();
    }
}
