/**
 * The rendering of a plan and of the lifecycles of its server types into a folder that {@code ansible-playbook} runs. The folder has an
 * inventory, one file of variables for each case, the files of each host, and a copy of the hand-written playbooks and roles. Pure: equal input
 * gives equal bytes; no path of this machine and no credential gets into the folder. Starts nothing. A model that cannot be rendered is refused
 * with one sentence for each problem.
 */
package io.soabench.ansible.render;
