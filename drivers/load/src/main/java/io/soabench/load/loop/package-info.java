/**
 * The load client without a thread for each request: two threads hold all of them. The clock thread
 * ({@link io.soabench.load.loop.EventLoop}) sends what is due and ends what takes too long; the receiver thread
 * ({@link io.soabench.load.loop.ServerExchanges}) waits for all connections at once and takes answers. A
 * {@link io.soabench.load.loop.InFlightRequest} is a request from its begin to its end, a
 * {@link io.soabench.load.loop.ClientConnection} a connection. Where requests are answered by a callback, the receiver
 * thread takes that, too ({@link io.soabench.load.loop.CallbackListener}).
 *
 * <p>Locks: that of a connection is held while bytes are written or read, that of
 * {@link io.soabench.load.loop.ConnectionPool} for a few instructions only; a thread that holds one never takes the
 * other. {@link io.soabench.load.loop.PendingCallbacks} is asked while one of them is held or none, and takes none.
 */
package io.soabench.load.loop;
