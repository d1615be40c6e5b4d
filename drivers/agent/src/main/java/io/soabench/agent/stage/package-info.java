/**
 * A repetition in the eyes of a driver: {@link io.soabench.agent.stage.CaseStage} takes its phases over the hosts on which it takes
 * place, {@link io.soabench.agent.stage.CaseParts} tells each of them what it must know, {@link io.soabench.agent.stage.Layout} is what
 * differs between drivers: where things lie.
 */
package io.soabench.agent.stage;
