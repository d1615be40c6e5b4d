/**
 * The validity of a repetition's numbers. {@link io.soabench.analyzer.validity.Criteria} lists the criteria. Each is one object with its
 * examined quantity, its bounds with their reasons, its consequence, its remedy, and its judgement. Pure functions of the {@link
 * io.soabench.analyzer.validity.Evidence}.
 */
package io.soabench.analyzer.validity;
