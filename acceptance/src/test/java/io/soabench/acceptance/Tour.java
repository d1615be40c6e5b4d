package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files that {@code docs/tutorials/tour.md} names in its tables: those that a run of the quickstart leaves, and no others. */
final class Tour {

    private static final Pattern SECTION = Pattern.compile("## (\\d+)\\..*");
    private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| \\[.*");
    /** What a run has when repetitions were disturbed and measured once more, which the tour does not tell of. */
    private static final Pattern MEASURED_AGAIN = Pattern.compile("environment-\\d+\\.json");

    private static final Pattern VARIABLE = Pattern.compile("<[^>]+>|\\*\\*");

    private final List<Pattern> files = new ArrayList<>();

    /** @param page the text of the tour */
    Tour(List<String> page) {
        int section = 0;
        for (String line : page) {
            Matcher heading = SECTION.matcher(line);
            Matcher row = ROW.matcher(line);
            if (heading.matches()) {
                section = Integer.parseInt(heading.group(1));
            } else if (row.matches()) {
                // The second section compiles, those behind it speak of the run.
                files.add(pattern((section == 2 ? "compiled/" : "runs/<id>/") + row.group(1)));
            }
        }
    }

    private static Pattern pattern(String row) {
        StringBuilder pattern = new StringBuilder();
        Matcher variables = VARIABLE.matcher(row);
        int from = 0;
        while (variables.find()) {
            pattern.append(Pattern.quote(row.substring(from, variables.start())));
            pattern.append(variables.group().equals("**") ? ".+" : "[^/]+");
            from = variables.end();
        }
        return Pattern.compile(pattern + Pattern.quote(row.substring(from)));
    }

    /** Compares with what is there below the folder of the testbed. */
    void assertTrueOf(Path testbed) throws IOException {
        try (Stream<Path> walk = Files.walk(testbed)) {
            List<String> there = walk.filter(Files::isRegularFile)
                    .filter(file -> !MEASURED_AGAIN
                            .matcher(file.getFileName().toString())
                            .matches())
                    .map(file -> testbed.relativize(file).toString())
                    .sorted()
                    .toList();
            assertThat(there).as("files that the tour names").allMatch(file -> files.stream()
                    .anyMatch(p -> p.matcher(file).matches()));
            assertThat(files).as("files that are there").isNotEmpty().allMatch(p -> there.stream()
                    .anyMatch(file -> p.matcher(file).matches()));
        }
    }
}
