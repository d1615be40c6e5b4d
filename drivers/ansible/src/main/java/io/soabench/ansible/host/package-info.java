/**
 * One SSH session a host, beside the playbooks: it tells the time, follows what a load client prints, and notices who ended. It may
 * break and is taken up again; nothing is lost by that, since what it tells is also kept on the host.
 *
 * <p>Each session has a reader's thread of its own; everything else is called by the run's thread.
 */
package io.soabench.ansible.host;
