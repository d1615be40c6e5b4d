package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Location;

/**
 * A variable, explicit or implicit (loop counter, event message, caught fault).
 *
 * @param index dense in the process, from 0
 * @param scope the scope whose instance holds it
 * @param slot dense among the variables of that scope, from 0; fault variables have slots in the scope of their handler
 * @param name unique where it is visible, but hidden by a variable of the same name further in
 * @param type the type of its values
 * @param implicit true if no {@code variable} element declares it
 * @param location its declaration
 */
public record Variable(
        int index, int scope, int slot, String name, VariableType type, boolean implicit, Location location) {}
