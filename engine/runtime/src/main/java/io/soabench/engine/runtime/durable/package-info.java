/**
 * The join of instances and their journal. What happens to an instance is recorded there, and its effects wait until the disk has what
 * they follow from. After a crash the instance is made anew of its records.
 *
 * <p>Belongs here: the two forms of records and the way of effects. Does not belong here: what an instance does ({@code kernel}), what
 * the disk does ({@code journal}), and where the engine keeps its folder.
 *
 * <p>Threading: a recorder belongs to the owner of its instance, and the journal's thread reports to it which records are durable. Effects that
 * had to wait leave on the executor that the instance was given. Failure: after an error of the disk no effect leaves any more, and the
 * owner of the engine gets the error.
 */
package io.soabench.engine.runtime.durable;
