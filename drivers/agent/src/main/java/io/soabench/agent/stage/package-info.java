/**
 * A repetition as a driver runs it. {@link io.soabench.agent.stage.CaseStage} takes its phases over the hosts on which it takes place.
 * {@link io.soabench.agent.stage.CaseParts} has the data of each host. {@link io.soabench.agent.stage.RepetitionLayout} is the place of files, which
 * differs between drivers.
 */
package io.soabench.agent.stage;
