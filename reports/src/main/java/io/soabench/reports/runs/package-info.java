/** Reports about several runs: one against others, and many in their order. They read views only. */
package io.soabench.reports.runs;
