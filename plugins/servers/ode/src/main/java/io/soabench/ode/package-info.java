/**
 * Apache ODE as a server type: the declaration and packaging of processes that the tool loads ({@link
 * io.soabench.ode.OdeServerType}, which refers to nothing of ODE or Tomcat), and the program that runs ODE in an embedded
 * Tomcat ({@link io.soabench.ode.OdeProgram}). The program is one process an instance; its main thread starts and waits, a
 * shutdown hook stops. What a user can mend is an {@link io.soabench.ode.OdeRefused} with one sentence a problem; a process that
 * cannot be packaged is an {@link java.io.IOException} that names it.
 */
package io.soabench.ode;
