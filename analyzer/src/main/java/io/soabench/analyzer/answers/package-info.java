/**
 * The answers that the cases of a run give: the engine with the lowest response time, the load that each engine holds, headlines, and caveats.
 * Nothing here reads or writes files. One thread at a time; results are immutable. The package uses {@code repetition} and {@code cases}.
 */
package io.soabench.analyzer.answers;
