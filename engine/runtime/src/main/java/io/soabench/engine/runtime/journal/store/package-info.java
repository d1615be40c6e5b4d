/**
 * The deployments of a durable engine: the versions of its processes and their archives, which survive a crash.
 *
 * <p>Belongs here: the folder of a durable engine, its identity, the archives, and the journal of deployments. Does not
 * belong here: the content of an archive.
 *
 * <pre>
 * DIR/lock                                 held as long as the engine runs
 * DIR/engine.id                            the identity of the engine, the same in all its lives
 * DIR/deployments/&lt;version&gt;/archive.zip   one version of a process
 * DIR/deployments/journal/                 what was deployed and undeployed
 * </pre>
 *
 * <p>Users: the durable mode of the server, and its commands for a stopped engine. Threading: {@link
 * io.soabench.engine.runtime.journal.store.DeploymentStore} is thread-safe. Failure: a full disk refuses one
 * deployment. An error of a write or of a force stops the store, because the content of the disk is unknown after it.
 */
package io.soabench.engine.runtime.journal.store;
