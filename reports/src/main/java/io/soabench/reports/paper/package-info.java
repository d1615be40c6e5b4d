/**
 * The charts of the PDF: their text can be searched and copied, and their pictures have the packed data of the page in a browser. BIRT
 * creates the emitter by its name in {@code plugin.xml}. One thread.
 */
package io.soabench.reports.paper;
