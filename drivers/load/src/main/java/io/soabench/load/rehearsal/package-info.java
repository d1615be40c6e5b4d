/** How the load client warms its own code, in its own process, before anything is sent to the system under test. */
package io.soabench.load.rehearsal;
