/**
 * Renders the database of a run with BIRT. A program of its own with its own class path; it reads views only. One thread;
 * what goes wrong is a line on standard error and an exit status.
 */
package io.soabench.reports;
