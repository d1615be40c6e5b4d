package io.soabench.reports.flames;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.soabench.reports.interactive.ScriptSafeEscapes;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The page {@code flames.html}: flame graphs of the engine of each case, of where threads ran and where objects were
 * made. It needs no other file and no network. Two cases of one process and workload can be drawn as the difference of
 * both.
 */
public final class FlamePage {

    /** The name of the file in the folder of a report. */
    public static final String FILE = "flames.html";

    private static final String FRAMES =
            """
            select case_id, suite, engine, process, workload, kind, unit, depth, frame, weight
            from v_recorded_frame order by case_position, kind desc, position""";

    private FlamePage() {}

    /**
     * Writes the page if an engine was recorded.
     *
     * @param connection to the database of a run
     * @param file will be created
     */
    public static void write(Connection connection, Path file) throws IOException, SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(FRAMES)) {
            if (!rows.next()) {
                return;
            }
            try (Writer out = Files.newBufferedWriter(file)) {
                String[] frame = resource("flames.html").split("\\{\\{(data|flames.js)}}", -1);
                out.write(frame[0]);
                data(rows, out);
                out.write(frame[1]);
                out.write(resource("flames.js"));
                out.write(frame[2]);
            }
        }
    }

    /** Writes all rows from the present one on: names once, and frames by their numbers. */
    private static void data(ResultSet rows, Writer out) throws IOException, SQLException {
        Map<String, Integer> names = new LinkedHashMap<>();
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.setCharacterEscapes(new ScriptSafeEscapes());
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.writeStartObject();
            json.writeArrayFieldStart("graphs");
            boolean more = true;
            while (more) {
                more = graph(rows, json, names);
            }
            json.writeEndArray();
            json.writeArrayFieldStart("names");
            for (String name : names.keySet()) {
                json.writeString(name);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    /** Writes the rows of one case and kind, and returns whether there is a row after them. */
    private static boolean graph(ResultSet rows, JsonGenerator json, Map<String, Integer> names)
            throws IOException, SQLException {
        String caseId = rows.getString("case_id");
        String kind = rows.getString("kind");
        json.writeStartObject();
        for (String column : new String[] {"case_id", "suite", "engine", "process", "workload", "kind", "unit"}) {
            json.writeStringField(column, rows.getString(column));
        }
        json.writeArrayFieldStart("frames");
        boolean more = true;
        while (more && caseId.equals(rows.getString("case_id")) && kind.equals(rows.getString("kind"))) {
            json.writeNumber(rows.getInt("depth"));
            json.writeNumber(names.computeIfAbsent(rows.getString("frame"), name -> names.size()));
            json.writeNumber(Math.round(rows.getDouble("weight")));
            more = rows.next();
        }
        json.writeEndArray();
        json.writeEndObject();
        return more;
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = FlamePage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the flame graphs lack " + name + ", which is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
}
