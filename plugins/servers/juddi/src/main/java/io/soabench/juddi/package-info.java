/**
 * Apache jUDDI as a server type. The tool loads {@link io.soabench.juddi.JuddiServerType}, which refers to no class of
 * jUDDI. {@link io.soabench.juddi.JuddiProgram} runs jUDDI, with one process for each instance. Its main thread starts
 * the server and waits, and a shutdown hook stops it. A mistake that the user can correct is one sentence on standard
 * error.
 */
package io.soabench.juddi;
