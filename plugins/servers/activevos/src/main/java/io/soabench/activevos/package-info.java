/**
 * ActiveBPEL and ActiveVOS as a server type: a packager of {@code .bpr} archives, and a program that operates the
 * user's own installation. No class refers to the engine's code, which is in no package registry.
 *
 * <p>The packager is stateless. The program has one thread that waits for the Tomcat and one that accepts deployments.
 * A mistake that a user can correct is one sentence: an {@link java.io.IOException} of the packager, or exit status 2
 * of the program.
 */
package io.soabench.activevos;
