package io.soabench.agent.protocol;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A host on which a repetition takes place. Safe for use by many threads. */
public interface Host {

    /**
     * Lets the host do something. Phases ({@link HostOrder.InTurn}) are done one after the other, in the order in which they were asked
     * for; everything else is done at once.
     *
     * @return the answer; never fails: what goes wrong is in {@link HostWord.Answer#problem()}, that the host cannot be asked included
     *     ({@link HostProblem.Code#SILENT}). It completes on any thread, which must not be kept waiting.
     */
    CompletableFuture<HostWord.Answer> ask(HostOrder order);

    /**
     * Hears what the host says unasked from now on, in order. What was said before is said again to who asks with {@link
     * HostOrder.Follow}.
     *
     * @param listener called by any thread, by one at a time; must not wait
     * @return ends it
     */
    Listening listen(Consumer<HostWord.Unasked> listener);

    /**
     * Brings home what the repetition has left for the run record; asked after {@link HostOrder.Stop}.
     *
     * @param repetition folder of the repetition in the run record; exists
     * @return the answer; never fails. Of a host that writes there itself it is done at once.
     */
    default CompletableFuture<HostWord.Answer> bring(Path repetition) {
        return CompletableFuture.completedFuture(HostWord.Answer.done());
    }

    /** One sentence when nothing has been heard of the host for so long that the repetition is lost; nothing while it is there. */
    default Optional<String> lost() {
        return Optional.empty();
    }

    /** Somebody listens. */
    interface Listening extends AutoCloseable {

        /** The listener hears nothing any more. */
        @Override
        void close();
    }
}
