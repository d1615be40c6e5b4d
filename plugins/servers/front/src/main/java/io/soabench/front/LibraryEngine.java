package io.soabench.front;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * An engine that runs within the front's program. {@link #call} and {@link #statistics} are used by many threads; {@link #deploy} and {@link
 * #undeploy} by one at a time, also while requests run.
 *
 * @param <P> the engine's own form of a deployed process
 */
public interface LibraryEngine<P extends LibraryEngine.Deployed> extends AutoCloseable {

    /** A process that takes requests. */
    interface Deployed {

        /** Returns the path of its HTTP address, for example {@code /processes/Order}. */
        String path();

        /** Returns the name by which the engine knows it; the answer to a deployment quotes it. */
        String id();
    }

    /**
     * Deploys a process.
     *
     * @param folder the unpacked package; it stays where it is until the program ends
     * @throws FrontRefused when the engine cannot run it; the message goes to the user
     */
    P deploy(Path folder) throws FrontRefused;

    /**
     * Starts to work on a request. The calling thread belongs to the front's bounded pool and may be held. A stage that is complete on return
     * costs no further thread.
     *
     * @param envelope the whole SOAP message
     * @param soapAction without quotes; empty when the request has none
     * @param timeoutMs time until the client gets a fault in place of the answer
     * @return the envelope of the answer, empty for a one-way operation; or a {@link SoapFault}. Each other exception becomes a fault with its
     *     message.
     * @throws SoapFault in place of a stage that failed
     */
    CompletionStage<byte[]> call(P process, byte[] envelope, String soapAction, long timeoutMs) throws SoapFault;

    /**
     * Removes a process. No request for it follows.
     *
     * @throws FrontRefused when the engine keeps it; the message goes to the user
     */
    void undeploy(P process) throws FrontRefused;

    /** Returns counters and gauges by name, as {@code GET /statistics} prints them. */
    Map<String, Object> statistics();

    /**
     * Adds the instances that the engine has kept, the last begun first. It is called when nothing is measured, and may take time.
     *
     * @throws FrontRefused when the engine keeps none; the message is the reason for the user
     */
    default void instances(InstanceLines lines) throws FrontRefused {
        throw new FrontRefused("the engine keeps no history of instances");
    }

    /** Stops the engine's threads and closes what it opened. */
    @Override
    void close();
}
