/**
 * The driver for hosts that are reached over SSH: playbooks prepare and sweep them ({@link io.soabench.ansible.play}),
 * and over one connection a host ({@link io.soabench.ansible.host}) the stage of all drivers takes the repetitions. The
 * playbooks and what they read are rendered by {@code io.soabench.ansible.render}.
 *
 * <p>A host that cannot be reached any more fails the repetition with one sentence. The phases that clean up are still
 * carried out on all other hosts.
 */
package io.soabench.ansible;
