/**
 * Reads the folder of a run into memory: records as they are, samples as primitive columns, calls line by line. Nothing is
 * judged here; what cannot be read is noted as one sentence and left out. One thread at a time.
 */
package io.soabench.analyzer.folder;
