/**
 * The input of the load client: the load plan, the trace and the request files. Nothing here is changed after it was
 * read, so all of it may be shared between threads. Everything that is wrong in a file is collected and reported at
 * once as {@link io.soabench.load.input.BadInput}.
 */
package io.soabench.load.input;
