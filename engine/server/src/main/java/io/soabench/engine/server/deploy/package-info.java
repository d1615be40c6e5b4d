/**
 * The deployment of processes: from an archive to a running service. Belongs here: archives, descriptors, secrets, the
 * addresses of partners, the paths of operations, and the WSDL documents of services. The check and the compilation of
 * a process are in {@code engine.bpel} and {@code engine.runtime.compile}.
 *
 * <p>Use: the start of an engine, its admin interface and its recovery call the
 * {@link io.soabench.engine.server.deploy.Deployer}.
 *
 * <p>Threading: the deployer is thread-safe and makes one change at a time; the other classes serve one deployment in
 * one thread. Failure: a refused archive is a {@link io.soabench.engine.server.deploy.RefusedDeploymentException} with
 * all problems, and nothing has changed then.
 */
package io.soabench.engine.server.deploy;
