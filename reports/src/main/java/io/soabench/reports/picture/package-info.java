/** Pictures of dots in reports: on white, with a palette of few colours. Nothing here is shared between threads. */
package io.soabench.reports.picture;
