/** The launch of testbeds by Maven, from the Run menu, and the display of their results. */
package io.soabench.eclipse.run;
