package io.soabench.generators.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.model.testbed.Rows;
import io.soabench.model.testbed.TestbedFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowTableTest {

    @TempDir
    private Path folder;

    private Path records;
    private RowTable table;

    @BeforeEach
    void read() throws IOException {
        records = Files.writeString(folder.resolve("orders.csv"), "symbol\nA\nB\n");
        Rows model = TestbedFactory.eINSTANCE.createRows();
        model.setFile("orders.csv");
        table = RowCheck.of(model, records, "<order>${symbol}</order>", "order.xml")
                .table()
                .orElseThrow();
    }

    private Path written() throws IOException {
        Path file = folder.resolve("rows/orders.rows");
        table.write(List.of(file), List.of());
        return file;
    }

    @Test
    void shouldWriteTheRecordsThatWereChecked() throws IOException {
        assertThat(Files.readAllLines(written())).endsWith("2\tA", "3\tB");
    }

    @ParameterizedTest
    @ValueSource(strings = {"symbol\nA\n", "symbol\nA\nB\nC\n", "name\nA\nB\n", "symbol\n"})
    void shouldRefuseAFileThatHasChangedMeanwhile(String content) throws IOException {
        Files.writeString(records, content);

        assertThatThrownBy(this::written)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(records + " has changed since it was checked; compile the testbed again");
    }
}
