package io.soabench.driver.run;

import io.soabench.driver.Stage;
import java.util.Optional;
import java.util.Set;

/** A stage that starts servers: afterwards it reports the servers that started, so that unstartable ones are not tried for ever. */
public interface ServerStage extends Stage, AutoCloseable {

    /** A server that was not ready in time, or ended before, and the sentence about it. */
    record NotStarted(String server, String why) {}

    /** Returns the servers that were ready. */
    Set<String> ready();

    /** Returns the server because of which the servers of the case are not ready; nothing when they are, or when others failed. */
    Optional<NotStarted> notStarted();

    /** Ends the repetition. */
    @Override
    void close();
}
