/**
 * What is wrong with a model, or worth knowing about it: one kind of {@link io.soabench.model.issue.Issue} for the rules of the
 * language and the checks of the generators. Values without behaviour; safe for use by many threads.
 */
package io.soabench.model.issue;
