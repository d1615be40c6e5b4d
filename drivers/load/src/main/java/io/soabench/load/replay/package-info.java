/**
 * The time at which each request is sent, and the thread that sends it. A {@link io.soabench.load.replay.Replay} is
 * shared by all threads of a load client; a {@link io.soabench.load.replay.SenderThread} and its
 * {@link io.soabench.load.replay.NextRequest} belong to one. A stop ends every wait at once.
 */
package io.soabench.load.replay;
