/**
 * When a request is to be sent, and by which thread. A {@link io.soabench.load.replay.Replay} is shared by all threads of a
 * load client; a {@link io.soabench.load.replay.SenderThread} and its {@link io.soabench.load.replay.NextRequest} belong to one. A stop
 * ends every wait at once.
 */
package io.soabench.load.replay;
