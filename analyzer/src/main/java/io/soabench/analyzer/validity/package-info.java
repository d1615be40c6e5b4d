/**
 * Whether a repetition's numbers may be used. {@link io.soabench.analyzer.validity.Criteria} lists the criteria; each is one
 * object that knows what it looks at, its bounds with their reasons, what follows and what to do, and judges by itself. Pure
 * functions of the {@link io.soabench.analyzer.validity.Evidence}.
 */
package io.soabench.analyzer.validity;
