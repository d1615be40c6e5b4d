/**
 * How charts come into the PDF: their text as text that can be found and copied, their pictures as they were packed for the page in a browser. BIRT
 * makes the emitter by its name, which {@code plugin.xml} tells. One thread.
 */
package io.soabench.reports.paper;
