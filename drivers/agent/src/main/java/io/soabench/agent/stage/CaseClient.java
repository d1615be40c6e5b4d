package io.soabench.agent.stage;

import io.soabench.agent.protocol.HostMessage;
import io.soabench.driver.run.LoadClients;
import io.soabench.driver.run.LoadProgram;
import io.soabench.driver.run.UnexpectedExit;
import java.nio.file.Path;

/**
 * A load client of a repetition, observed through the reports of its host. Reports come on any thread; all other methods are called by the
 * run's thread. The host keeps the output.
 */
final class CaseClient implements LoadProgram {

    private final String name;
    private final Path repetition;
    private final LoadClients.Listener listener;
    private long received;
    private volatile HostMessage.Ended ended;

    /**
     * Creates a client that was just started.
     *
     * @param repetition folder of the repetition in the run record
     * @param clients to which it belongs from now on
     */
    CaseClient(String name, Path repetition, LoadClients clients) {
        this.name = name;
        this.repetition = repetition;
        this.listener = clients.add(this);
    }

    /** Takes a line, unless an earlier line is missing or this line was taken before. */
    synchronized void receive(HostMessage.Line line) {
        if (line.offset() == received) {
            received = line.next();
            listener.receive(line.text());
            endWhenAllIsHeard();
        }
    }

    /** Takes the end of the client; earlier output may still arrive. */
    synchronized void receive(HostMessage.Ended word) {
        ended = word;
        endWhenAllIsHeard();
    }

    private void endWhenAllIsHeard() {
        if (ended != null && received >= ended.printed()) {
            listener.close();
        }
    }

    /** Ends all reports to this client. */
    void forget() {
        listener.close();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean runs() {
        return ended == null;
    }

    @Override
    public int exit() {
        HostMessage.Ended now = ended;
        return now == null ? -1 : now.exit();
    }

    @Override
    public String death(long nowNs, Path base) {
        HostMessage.Ended now = ended;
        return new UnexpectedExit(now.afterNs(), now.exit(), now.words(), repetition.resolve(now.log())).words(base);
    }
}
