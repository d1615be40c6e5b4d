/** The chapters of the report, one class each, with their queries of views and their presentation. One thread. */
package io.soabench.reports.chapters;
