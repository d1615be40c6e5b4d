/**
 * When a request is to be sent, and by which thread. A {@link io.soabench.load.replay.Replay} is shared by all threads of a
 * load client; a {@link io.soabench.load.replay.Caller} and its {@link io.soabench.load.replay.Turn} belong to one. A stop
 * ends every wait at once.
 */
package io.soabench.load.replay;
