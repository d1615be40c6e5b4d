package io.soabench.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TestbedNameTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"quickstart", "www2010", "black-box"})
    void shouldReadWhatTheWholeLanguageReads(String name) throws IOException {
        Path example = Path.of("../../examples", name, name + ".testbed");

        assertThat(TestbedName.of(example))
                .hasValue(new TestbedReader().read(example).testbed().getName());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "testbed a-b",
                "testbed a-b\"title\" seed 4",
                "// testbed other\n/* testbed third\n*/\ttestbed// fourth\r\n a-b seed 1",
                "testbed /**/a-b",
                "testbed/* no blank */a-b"
            })
    void shouldReadOverWhatStandsBetweenWords(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("a.testbed"), text);

        assertThat(TestbedName.of(file)).hasValue("a-b");
        assertThat(new TestbedReader().read(file).testbed().getName()).isEqualTo("a-b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "// testbed a",
                "/* testbed a */",
                "import \"a.testbed\"",
                "testbed",
                "testbed \"title\"",
                "testbeds a",
                "host testbed a"
            })
    void shouldReadNoNameWhereThereIsNone(String text) throws IOException {
        assertThat(TestbedName.of(Files.writeString(folder.resolve("a.testbed"), text)))
                .isEmpty();
    }

    @Test
    void shouldRefuseAFileThatIsNotThere() {
        assertThatThrownBy(() -> TestbedName.of(folder)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void shouldRefuseAFileOfAnotherKind() throws IOException {
        Path file = Files.writeString(folder.resolve("a.wsdl"), "testbed a");

        assertThatThrownBy(() -> TestbedName.of(file)).hasMessageContaining("is no testbed: the name of a model file");
    }
}
