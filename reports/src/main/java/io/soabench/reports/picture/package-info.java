/**
 * Pictures of dots as a report has them: on white, with a palette of few colours. Nothing here is shared between threads.
 */
package io.soabench.reports.picture;
