/**
 * The driver for hosts that are reached over SSH: one playbook a phase ({@link io.soabench.ansible.play}), and one SSH session a
 * host for what must not wait for a playbook ({@link io.soabench.ansible.host}). The playbooks and what they read are rendered by
 * {@code io.soabench.ansible.render}.
 *
 * <p>The run's thread takes all phases. A host that cannot be reached, or dies, fails the repetition with one sentence; the phases
 * that take things back are taken on all others.
 */
package io.soabench.ansible;
