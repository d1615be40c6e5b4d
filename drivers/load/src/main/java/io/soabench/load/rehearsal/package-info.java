/** The warm-up of the load client's own code, in its own process, before anything is sent to the system under test. */
package io.soabench.load.rehearsal;
