package io.soabench.generators;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.generators.output.Hashes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Same model and seed, same bytes: whatever the place, the time zone, the locale. */
class DeterminismTest {

    private final Locale locale = Locale.getDefault();
    private final TimeZone zone = TimeZone.getDefault();

    @TempDir
    Path temp;

    @AfterEach
    void restore() {
        Locale.setDefault(locale);
        TimeZone.setDefault(zone);
    }

    private Map<String, String> compile(String place, OptionalLong seed) throws IOException {
        ModelFixture model = new ModelFixture(temp.resolve(place + "/model"));
        Files.writeString(model.folder.resolve("large.xml"), "<o xmlns=\"urn:x\">${uiid}</o>");
        model.send(model.web, new TreeMap<>(Map.of("large.xml", 2)));
        Path compiled = temp.resolve(place + "/target/compiled");
        new TestbedCompiler().compile(model.testbed, Set.of(), ModelFixture.types(), compiled, seed);
        Map<String, String> hashes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(compiled)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                hashes.put(compiled.relativize(file).toString(), Hashes.of(file));
            }
        }
        return hashes;
    }

    @Test
    void shouldGiveTheSameBytesWhenPlaceLocaleAndTimeZoneDiffer() throws IOException {
        Map<String, String> here = compile("a", OptionalLong.empty());

        Locale.setDefault(Locale.forLanguageTag("tr-TR"));
        TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Auckland"));
        assertThat(compile("b/deeper/Türkiye", OptionalLong.empty())).isEqualTo(here);

        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        TimeZone.setDefault(TimeZone.getTimeZone("America/St_Johns"));
        assertThat(compile("c", OptionalLong.of(42))).isEqualTo(here);
    }

    @Test
    void shouldGiveOtherTracesWhenTheSeedDiffers() throws IOException {
        Map<String, String> one = compile("a", OptionalLong.empty());
        Map<String, String> other = compile("b", OptionalLong.of(43));

        assertThat(other.keySet()).isEqualTo(one.keySet());
        for (String changed : new String[] {
            "repetitions/1/workloads/office/here.trace",
            "repetitions/1/workloads/web/here.trace",
            "repetitions/1/mocks/quotes-1/behaviour.trace",
            "plan.json"
        }) {
            assertThat(other.get(changed)).as(changed).isNotEqualTo(one.get(changed));
        }
        assertThat(other.get("mocks/quotes-1/service.aar")).isEqualTo(one.get("mocks/quotes-1/service.aar"));
    }
}
