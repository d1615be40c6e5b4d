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
     * Fetches the files of the repetition that belong to the run record. To be called after {@link HostOrder.Stop}.
     *
     * @param repetition folder of the repetition in the run record; exists
     * @return the answer; never fails. Nothing is fetched from a host that writes into this folder itself.
     */
    default CompletableFuture<HostMessage.Answer> fetchRecords(Path repetition) {
        return CompletableFuture.completedFuture(HostMessage.Answer.done());
    }

    /** Returns a sentence when the host has been silent for so long that the repetition is lost; else nothing. */
    default Optional<String> lost() {
        return Optional.empty();
    }

    /** A registered listener. */
    interface Listening extends AutoCloseable {

        /** Removes the listener. */
        @Override
        void close();
    }
}
