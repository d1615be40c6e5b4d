/**
 * The archives of the processes of a durable engine: which versions there are, also after a crash.
 *
 * <p>Belongs here: the folder of a durable engine, its identity, archives, and the journal of what was deployed and undeployed. Does
 * not belong here: what an archive has in it.
 *
 * <pre>
 * DIR/lock                                 held as long as the engine runs
 * DIR/engine.id                            the identity of the engine, the same in all its lives
 * DIR/deployments/&lt;version&gt;/archive.zip   one version of a process
 * DIR/deployments/journal/                 what was deployed and undeployed
 * </pre>
 *
 * <p>Threading: {@link io.soabench.engine.runtime.journal.store.DeploymentStore} is thread-safe. Failure: a full disk refuses
 * one deployment; an error of a write or of a force stops the store, because nobody knows what the disk has after it.
 */
package io.soabench.engine.runtime.journal.store;
