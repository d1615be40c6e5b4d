/**
 * The join of instances and their journal: what happens to an instance is recorded there, its effects wait until the disk has what they
 * follow from, and after a crash it is made anew of its records.
 *
 * <p>Belongs here: the two forms of records and the way of effects. Does not belong here: what an instance does ({@code kernel}), what
 * the disk does ({@code journal}), and where the engine keeps its folder.
 *
 * <p>Threading: a recorder belongs to the owner of its instance; the journal's thread tells it what is safe; effects that had to wait
 * leave on the executor that the instance was given. Failure: after an error of the disk no effect leaves any more, and the owner of
 * the engine is told.
 */
package io.soabench.engine.runtime.durable;
