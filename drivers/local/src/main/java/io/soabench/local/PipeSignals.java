package io.soabench.local;

import io.soabench.agent.Child;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.run.LoadPhases;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Tells load clients of this machine on their standard input; their clock is the driver's. */
final class PipeSignals implements LoadPhases.Signals {

    private final List<Child> clients = new ArrayList<>();

    void add(Child client) {
        clients.add(client);
    }

    @Override
    public void start(long epochNs) throws PhaseFailed {
        command("start", epochNs);
    }

    @Override
    public void measure(long epochNs) throws PhaseFailed {
        command("measure", epochNs);
    }

    private void command(String word, long epochNs) throws PhaseFailed {
        for (Child client : clients) {
            // Left open: the end of its input would stop the client. It is closed when the child has ended.
            OutputStream input = client.input();
            try {
                input.write((word + " " + epochNs + "\n").getBytes(StandardCharsets.US_ASCII));
                input.flush();
            } catch (IOException e) {
                throw new PhaseFailed(client.name() + " takes no " + word + " command: " + e.getMessage(), e);
            }
        }
    }
}
