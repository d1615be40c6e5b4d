package io.soabench.agent.protocol;

import java.nio.file.Path;

/**
 * A reason why a host did not carry out an order. Decisions depend on the code; the sentence is for the user.
 *
 * @param code kind of problem
 * @param subject the server or load client with the problem; may be empty
 * @param text the beginning of the sentence, or all of it
 * @param log the log with details, relative to the folder of the repetition ({@code logs/engine}); may be empty
 * @param remedy the remedy, as the end of the sentence; may be empty
 */
public record HostProblem(Code code, String subject, String text, String log, String remedy) {

    /** The kinds of problems. */
    public enum Code {
        /** The program is not there or cannot be run. */
        NOT_STARTED,
        /** A port of the server is in use. */
        PORT_TAKEN,
        /** A server was not ready in time. */
        NOT_READY,
        /** A server or load client ended by itself; the host reports {@link HostMessage.Ended} before. */
        ENDED,
        /** The host has found something for which everything must be stopped; it reports {@link HostMessage.Found} before. */
        FOUND,
        /** A registry does not take a service instance. */
        NOT_PUBLISHED,
        /** The server under test does not take the process. */
        NOT_DEPLOYED,
        /** The process does not answer in time. */
        NOT_ANSWERING,
        /** A request was not answered at all. */
        NO_ANSWER,
        /** A server does not report its counters. */
        NOT_COUNTED,
        /** Processes could not be ended. */
        NOT_STOPPED,
        /** A process did not get a signal or words. */
        NOT_REACHED,
        /** A file cannot be read or written. */
        FILES,
        /** The driver has asked to end the phase. */
        CANCELLED,
        /** The order cannot be carried out in this state, or a template of a server type is wrong. */
        REFUSED,
        /** The host itself failed; the text names the cause. */
        BUG,
        /** The host does not answer. */
        SILENT
    }

    /** Returns a problem whose text is complete. */
    public static HostProblem of(Code code, String subject, String text) {
        return new HostProblem(code, subject, text, "", "");
    }

    /**
     * Returns the sentence for the user.
     *
     * @param repetition folder of the repetition, relative to that of the run
     */
    public String sentence(Path repetition) {
        return text
                + (log.isEmpty() ? "" : "; see " + repetition.resolve(log))
                + (remedy.isEmpty() ? "" : ", " + remedy);
    }
}
