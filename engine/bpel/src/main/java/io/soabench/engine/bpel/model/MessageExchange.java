package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Location;

/**
 * A named message exchange.
 *
 * @param index dense in the process, from 0
 * @param scope the scope whose instance holds it
 * @param slot dense among the message exchanges of that scope, from 0
 * @param name as written
 * @param location its declaration
 */
public record MessageExchange(int index, int scope, int slot, String name, Location location) {}
