/** How exactly the load client keeps its schedule, and what it costs. Run by hand, see the module's README. */
package io.soabench.load.bench;
