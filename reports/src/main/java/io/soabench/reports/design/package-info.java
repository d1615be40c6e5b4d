/**
 * The elements of the chapters of a report: styles, tables, lists, charts, marks. Only this package turns them into a design of BIRT. One
 * thread.
 */
package io.soabench.reports.design;
