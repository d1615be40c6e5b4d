/**
 * The issues of models, which are faults or useful facts. The rules of the language and the checks of the generators
 * share the type {@link io.soabench.model.issue.Issue}. Values without behaviour; safe for use by many threads.
 */
package io.soabench.model.issue;
