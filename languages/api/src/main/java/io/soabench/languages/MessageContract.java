package io.soabench.languages;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The contract of a process whose messages are lists of values.
 *
 * @param operation by which clients start instances
 * @param request names of the values of its request in document order
 * @param answer names of the values of its answer; empty for a one-way operation
 * @param partners by name: their operations, with the names of the values of each request in document order
 */
public record MessageContract(
        String operation,
        List<String> request,
        Optional<List<String>> answer,
        Map<String, Map<String, List<String>>> partners) {}
