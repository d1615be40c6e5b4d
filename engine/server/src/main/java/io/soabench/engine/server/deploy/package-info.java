/**
 * From an archive to a running service.
 *
 * <p>Threading: {@link io.soabench.engine.server.deploy.Deployer} is thread-safe. Failure: a refused archive leaves as
 * {@link io.soabench.engine.server.deploy.RefusedDeploymentException} with all problems; nothing is deployed then.
 */
package io.soabench.engine.server.deploy;
