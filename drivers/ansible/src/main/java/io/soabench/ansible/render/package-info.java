/**
 * Renders a plan and the lifecycles of its server types into a folder that {@code ansible-playbook} runs: inventory, one file
 * of variables for each case, what each host must have, and a copy of the hand-written playbooks and roles. Pure: equal input
 * gives equal bytes; no path of this machine and no credential gets into the folder. Starts nothing. A model that cannot be
 * rendered is refused with one sentence for each problem.
 */
package io.soabench.ansible.render;
