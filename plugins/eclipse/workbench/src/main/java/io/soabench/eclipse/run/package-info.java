/** Runs testbeds by Maven, from the Run menu, and shows what has come of them. */
package io.soabench.eclipse.run;
