/**
 * The part of every driver that no platform changes. {@link io.soabench.driver.run.PlanRun} is the loop over the pending repetitions of a run,
 * with its lock, journal, end by the user and full disks. {@link io.soabench.driver.run.LoadPhases} has the phases in which load clients work.
 *
 * <p>One thread, the run's, takes all phases; it waits in {@link io.soabench.driver.run.Waiting} only, where a
 * {@link io.soabench.driver.run.RunSignal} wakes it. Readers of streams are threads of their own; they raise the signal.
 */
package io.soabench.driver.run;
