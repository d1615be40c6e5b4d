/** Works with the workbench as a person does. Runs inside the workbench, as a bundle that only the test adds to it. */
package io.soabench.eclipse.robot;
