package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Location;

/**
 * A link of a flow.
 *
 * @param index dense in the process, from 0
 * @param scope the scope that holds its status: the one its flow runs in
 * @param slot dense among the links of that scope, from 0
 * @param name as written
 * @param location its declaration
 */
public record Link(int index, int scope, int slot, String name, Location location) {}
