package io.soabench.plugin;

import io.soabench.plan.MockPlan;
import java.nio.file.Path;
import java.util.Map;

/**
 * An instance of a mocked service before it is packaged for a certain mock host.
 *
 * @param plan content of {@code mock.json}
 * @param documents the WSDL and its imports: files by path within the mock's folder, {@code /} as separator, sorted
 * @param entries files of the mock's folder that are the same in each run: content by path, {@code mock.json} without a
 *     port, sorted
 */
public record ServiceSource(MockPlan plan, Map<String, Path> documents, Map<String, byte[]> entries) {}
