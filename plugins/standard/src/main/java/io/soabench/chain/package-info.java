/** The front of library engines without an engine, as a server type: packages, start, deployment, stop. Its program is in a module of its own. */
package io.soabench.chain;
