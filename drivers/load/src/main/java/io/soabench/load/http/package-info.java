/**
 * HTTP/1.1 for measuring: one request at a time on a kept-alive connection, with deadlines on every wait, and a quick look
 * at the first element of the answer's SOAP body. An {@link io.soabench.load.http.Exchange} belongs to one thread; {@link
 * io.soabench.load.http.Connections} and {@link io.soabench.load.http.Requests} are shared. Nothing the network does is an
 * exception: it is an {@link io.soabench.plan.Outcome}.
 */
package io.soabench.load.http;
