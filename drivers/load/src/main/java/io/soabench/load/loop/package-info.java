/**
 * The load client without a thread for each request: two threads hold all of them. The clock thread ({@link
 * io.soabench.load.loop.EventLoop}) sends what is due and ends what takes too long; the reception thread ({@link
 * io.soabench.load.loop.Exchanges}) waits for all connections at once and takes answers. A {@link io.soabench.load.loop.Flight}
 * is a request from its begin to its end, a {@link io.soabench.load.loop.Wire} a connection. Where requests are answered by a
 * callback, the reception thread takes that, too ({@link io.soabench.load.loop.Door}).
 *
 * <p>Locks: that of a wire is held while bytes are written or read, that of {@link io.soabench.load.loop.Lobby} for a few
 * instructions only; who holds one never takes the other. {@link io.soabench.load.loop.Awaited} is asked while one of them is held or
 * none, and takes none.
 */
package io.soabench.load.loop;
