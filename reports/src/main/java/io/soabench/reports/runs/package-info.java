/** Reports about several runs: comparisons with a baseline, and series of many runs. They read views only. */
package io.soabench.reports.runs;
