package io.soabench.axis2;

import io.soabench.plan.Json;
import io.soabench.plan.MockPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Writes the service archive into the folder of a mock, as a run has it there. */
final class ServiceArchiveFixture {

    private ServiceArchiveFixture() {}

    static void write(Path mock) throws IOException {
        MockPlan plan = Json.read(mock.resolve("mock.json"), MockPlan.class);
        Map<String, byte[]> entries = new TreeMap<>();
        entries.put("mock.json", Files.readAllBytes(mock.resolve("mock.json")));
        for (Map.Entry<String, Path> answer : files(mock, "answers").entrySet()) {
            entries.put(answer.getKey(), Files.readAllBytes(answer.getValue()));
        }
        AxisArchive.write(mock.resolve(AxisArchive.FILE), plan, files(mock, "wsdl"), entries);
    }

    /** Returns the files of a folder by their paths within the folder of the mock. */
    private static Map<String, Path> files(Path mock, String folder) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(mock.resolve(folder))) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        Map<String, Path> found = new TreeMap<>();
        files.forEach(file -> found.put(mock.relativize(file).toString().replace('\\', '/'), file));
        return found;
    }
}
