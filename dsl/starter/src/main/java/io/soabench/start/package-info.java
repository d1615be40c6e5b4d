/**
 * Writes a first testbed: from a BPEL file, a WSDL document or a service that runs. Plain Java without types of Maven or of an editor, so
 * that the goal {@code soabench:init}, wizards and commands of editors write the same. One thread; nothing is started, and the network
 * is asked by {@link io.soabench.start.Starter#fromBlackBox} only. What cannot be done is a {@link io.soabench.start.StartRefusedException} with
 * one sentence, and then nothing is left behind.
 */
package io.soabench.start;
