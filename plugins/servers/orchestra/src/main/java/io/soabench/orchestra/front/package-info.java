/**
 * The program in which OW2 Orchestra runs as a server under test, behind {@link io.soabench.front}. {@link
 * io.soabench.orchestra.front.OrchestraEngine} and the classes below it are the only ones that use Orchestra.
 *
 * <p>Threads: a request holds a thread of the front until Orchestra has answered. Orchestra has its own threads for jobs and for calls to
 * partners. No wait is without a deadline.
 */
package io.soabench.orchestra.front;
