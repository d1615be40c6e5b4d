/**
 * The rendering of the database of a run with BIRT. A program of its own with its own class path; it reads views only. One thread; each
 * problem is a line on standard error, with an exit status.
 */
package io.soabench.reports;
