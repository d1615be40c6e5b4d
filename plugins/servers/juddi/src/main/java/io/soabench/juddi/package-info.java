/**
 * Apache jUDDI as a server type: the declaration that the tool loads ({@link io.soabench.juddi.JuddiServerType}, which refers to
 * nothing of jUDDI), and the program that runs jUDDI ({@link io.soabench.juddi.JuddiProgram}), one process an instance. Its main
 * thread starts and waits, a shutdown hook stops. What the user can mend is one sentence on standard error.
 */
package io.soabench.juddi;
