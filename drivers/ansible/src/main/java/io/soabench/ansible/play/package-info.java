/**
 * Calling Ansible: finding it, running one playbook, and judging what happened on which host. The purpose of a playbook
 * is not known here. A failure on a host is reported as one sentence with the remedy.
 */
package io.soabench.ansible.play;
