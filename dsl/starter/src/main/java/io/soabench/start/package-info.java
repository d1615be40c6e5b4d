/**
 * A writer of first testbeds from a BPEL file, a WSDL document or a running service. The package has no types of
 * Maven or of an editor. So the goal {@code soabench:init}, wizards and commands of editors write the same files.
 * For one thread; no process is started. Only {@link io.soabench.start.Starter#fromBlackBox} uses the network. A
 * refusal is a {@link io.soabench.start.StartRefusedException} with one sentence, and no file is left behind.
 */
package io.soabench.start;
