/**
 * Calling Ansible: finding it, running one playbook, and judging what happened on which host. Nothing here knows what the playbooks
 * are for. What goes wrong on a host is a sentence with what to do.
 */
package io.soabench.ansible.play;
