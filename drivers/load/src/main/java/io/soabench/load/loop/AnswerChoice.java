package io.soabench.load.loop;

/** A choice of requests whose answers are kept. */
@FunctionalInterface
interface AnswerChoice {

    /**
     * Returns whether the answer to a request is to be kept.
     *
     * @param client of the trace, from 1
     * @param number of the request of that client, from 1
     * @param lap from 1
     */
    boolean wants(long intendedNs, int chunk, int client, int number, int lap);
}
