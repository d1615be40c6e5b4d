/**
 * ActiveBPEL and ActiveVOS as a server type: a packager of {@code .bpr} archives, and a program that operates the user's own
 * installation. Nothing here refers to the engine's code, which is in no package registry. The packager is free of state; the
 * program has one thread that waits for the Tomcat and one that takes deployments. What a user can mend is a sentence: an {@link
 * java.io.IOException} of the packager, exit status 2 of the program.
 */
package io.soabench.activevos;
