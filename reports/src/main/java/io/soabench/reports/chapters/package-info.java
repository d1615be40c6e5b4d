/** The chapters of the report, one class each: what they read from the views, and how they show it. One thread. */
package io.soabench.reports.chapters;
