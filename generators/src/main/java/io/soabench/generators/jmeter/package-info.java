/**
 * Exports of the load as JMeter test plans (generators/README.md, <i>JMeter export</i>). Belongs here: the text of a {@code .jmx};
 * JMeter itself is not needed. Everything is a pure function of its arguments.
 */
package io.soabench.generators.jmeter;
