package io.soabench.driver.run;

import io.soabench.driver.Stage;
import java.util.Optional;
import java.util.Set;

/** A stage that starts servers: afterwards it tells which came up, so that hopeless ones are not tried for ever. */
public interface ServerStage extends Stage, AutoCloseable {

    /** A server that was not ready in time, or ended before, and the sentence about it. */
    record NotStarted(String server, String why) {}

    /** The servers that were ready. */
    Set<String> ready();

    /** The server because of which the servers of the case are not ready; nothing when they are, or when others failed. */
    Optional<NotStarted> notStarted();

    /** The repetition is over. */
    @Override
    void close();
}
