package io.soabench.agent.stage;

import io.soabench.agent.protocol.HostWord;
import io.soabench.driver.run.Death;
import io.soabench.driver.run.LoadProgram;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A load client of a repetition, heard through what its host says. What is heard comes on any thread, the rest is asked by the run's
 * thread. The host keeps what it prints.
 */
final class CaseClient implements LoadProgram {

    private final String name;
    private final Path repetition;
    private final Output output = new Output();
    private long heard;
    private volatile HostWord.Ended ended;

    /**
     * Just started.
     *
     * @param repetition folder of the repetition in the run record
     */
    CaseClient(String name, Path repetition) {
        this.name = name;
        this.repetition = repetition;
    }

    /** Takes a line if all that was printed before was heard, and this was not. */
    synchronized void hear(HostWord.Line line) {
        if (line.offset() == heard) {
            heard = line.next();
            output.add(line.text());
            endWhenAllIsHeard();
        }
    }

    /** Takes its end; what it printed before may still come. */
    synchronized void hear(HostWord.Ended word) {
        ended = word;
        endWhenAllIsHeard();
    }

    private void endWhenAllIsHeard() {
        if (ended != null && heard >= ended.printed()) {
            output.end();
        }
    }

    /** Nothing more will be heard. */
    void forget() {
        output.end();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public InputStream output() {
        return output;
    }

    @Override
    public Optional<Path> log() {
        return Optional.empty();
    }

    @Override
    public boolean runs() {
        return ended == null;
    }

    @Override
    public int exit() {
        HostWord.Ended now = ended;
        return now == null ? -1 : now.exit();
    }

    @Override
    public String death(long nowNs, Path base) {
        HostWord.Ended now = ended;
        return new Death(now.afterNs(), now.exit(), now.words(), repetition.resolve(now.log())).words(base);
    }
}
