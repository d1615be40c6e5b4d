/**
 * The words in which the chapters of a report are written: styles, tables, lists, charts, marks. Here alone is known how they
 * become a design of BIRT. One thread.
 */
package io.soabench.reports.design;
