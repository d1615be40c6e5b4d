/**
 * Apache ODE as a server type. The tool loads {@link io.soabench.ode.OdeServerType} and the packaging of processes.
 * They refer to no class of ODE or Tomcat. {@link io.soabench.ode.OdeProgram} runs ODE in an embedded Tomcat, with one
 * process for each instance. Its main thread starts the server and waits, and a shutdown hook stops it.
 *
 * <p>A mistake that a user can correct is an {@link io.soabench.ode.OdeRefused} with one sentence a problem. A process
 * that cannot be packaged is an {@link java.io.IOException} that names it.
 */
package io.soabench.ode;
