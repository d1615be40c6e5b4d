package io.soabench.maven.store;

import io.soabench.plan.Json;
import io.soabench.plan.RunFiles;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The texts of a bundle about its content: for a reader, for a citation, and for an archive. */
final class BundleTexts {

    /** The file of the metadata (RO-Crate 1.1, section "RO-Crate Structure"). */
    static final String CRATE = "ro-crate-metadata.json";

    private static final String ID = "@id";
    private static final String TYPE = "@type";
    private static final String SPEC = "https://w3id.org/ro/crate/1.1";

    private static final String NO_LICENCE = "No licence is stated; ask the authors before you use the data.";

    private static final String XML = "application/xml";

    /** Media types by the ending of a file. That of YAML is of RFC 9512; BPEL, BPMN, WSDL and XML Schema have none of their own. */
    private static final Map<String, String> FORMATS = Map.ofEntries(
            Map.entry("json", "application/json"),
            Map.entry("csv", "text/csv"),
            Map.entry("html", "text/html"),
            Map.entry("md", "text/markdown"),
            Map.entry("pdf", "application/pdf"),
            Map.entry("testbed", "text/plain"),
            Map.entry("txt", "text/plain"),
            Map.entry("bpel", XML),
            Map.entry("bpmn", XML),
            Map.entry("wsdl", XML),
            Map.entry("xsd", XML),
            Map.entry("xml", XML),
            Map.entry("yaml", "application/yaml"),
            Map.entry("yml", "application/yaml"));

    private final PublishedRun run;
    private final String testbed;
    private final Set<String> files;

    /**
     * Creates the texts.
     *
     * @param testbed path of the model file in the bundle
     * @param files all paths of the model and the run in the bundle
     */
    BundleTexts(PublishedRun run, String testbed, Set<String> files) {
        this.run = run;
        this.testbed = testbed;
        this.files = files;
    }

    private String title() {
        return "SOABench run " + run.id() + " of the testbed " + run.testbed();
    }

    /** Returns the page for a reader. */
    String readme() {
        String goal = "mvn -ntp io.soabench:soabench-maven-plugin:"
                + (run.soabench().isEmpty() ? "VERSION" : run.soabench()) + ":";
        return "# " + text(title()) + "\n\n"
                + (run.title().isEmpty() ? "" : text(run.title()) + ".\n\n")
                + Stream.concat(Stream.of(run.conclusion()), run.answers().stream())
                        .map(sentence -> "- " + text(sentence) + "\n")
                        .collect(Collectors.joining())
                + "\n## Content\n\n"
                + "| path | content |\n|---|---|\n"
                + "| `" + BundleTexts.code(testbed)
                + "` | the model that was run; the files that it names are beside it |\n"
                + "| `run/" + RunFiles.PLAN + "` | the plan that was made of it |\n"
                + "| `run/" + RunFiles.ENVIRONMENT + "` | machines, programs with their versions, settings |\n"
                + "| `run/" + RunFiles.CASES + "/` | recorded requests, calls and logs of each repetition |\n"
                + "| `run/" + RunFiles.REPORT + "/`, `run/" + EntryReader.DATABASE
                + "` | report and database, which are made of these records |\n"
                + "| `SHA256SUMS` | checksums of all files; `sha256sum -c SHA256SUMS` checks them |\n"
                + "| `" + CRATE + "` | a description for archives (RO-Crate 1.1) |\n\n"
                + "## Run it again\n\n"
                + "Install Java 17, Maven and SOABench" + (run.soabench().isEmpty() ? "" : " " + text(run.soabench()))
                + ". The zip file is enough for a run with a comparison case by case:\n\n```\n"
                + goal + "reproduce -Dbundle=FILE.zip\n```\n\nOr, in this folder:\n\n```\n"
                + goal + "run -Dtestbed=" + quoted(testbed) + " -Dsoabench.seed=" + run.seed()
                + (run.profile().isEmpty() ? "" : " -Dsoabench.profile=" + quoted(run.profile()))
                + "\n```\n\n"
                + "The requests and the behaviour of partners are the same, because they are drawn from the seed."
                + " Times depend on the machine.\nCompare the new run with this one:\n\n```\n"
                + goal + "compare -Druns=run,latest -Dtestbed=" + quoted(testbed)
                + " -Dsoabench.differs=environment\n```\n";
    }

    private static String quoted(String argument) {
        return argument.matches("[A-Za-z0-9_./@-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }

    private static String code(String path) {
        return path.replace("`", "'").replace("|", "\\|").replaceAll("\\p{Cntrl}", " ");
    }

    /** Returns a text whose characters have no meaning in Markdown or HTML. */
    private static String text(String text) {
        return text.replaceAll("\\s+", " ")
                .replaceAll("([\\\\`*_\\[\\]|#~])", "\\\\$1")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }

    /** Returns the citation in the Citation File Format 1.2.0. A JSON string is a YAML string. */
    String citation(LocalDate today, String author, String license) {
        return "cff-version: 1.2.0\nmessage: \"Cite this data set as below.\"\ntype: dataset\ntitle: "
                + Json.line(title())
                + "\nauthors:\n  - name: " + Json.line(author)
                + "\ndate-released: \"" + today + "\"\n"
                + (license.isEmpty() ? "" : "license: " + Json.line(license) + "\n");
    }

    /** Returns the metadata of RO-Crate 1.1 as JSON-LD. */
    Map<String, Object> crate(LocalDate today, String author, String license) {
        List<Map<String, Object>> graph = new ArrayList<>();
        graph.add(entity(CRATE, "CreativeWork", "conformsTo", reference(SPEC), "about", reference("./")));
        List<String> parts = Stream.concat(
                        Stream.of("model/", "run/", "README.md", FileSums.NAME),
                        files.stream().filter(BundleTexts::described))
                .toList();
        Map<String, Object> root = entity(
                "./",
                "Dataset",
                "name",
                title(),
                "description",
                Stream.concat(Stream.of(run.conclusion()), run.answers().stream())
                        .collect(Collectors.joining(" ")),
                "datePublished",
                today.toString(),
                "author",
                reference("#author"),
                "hasPart",
                parts.stream().map(path -> reference(address(path))).toList(),
                "mentions",
                reference("#run"));
        if (license.isEmpty()) {
            // Section "Root Data Entity" requires a licence, which may be a text.
            root.put("license", NO_LICENCE);
        } else {
            root.put("license", reference("https://spdx.org/licenses/" + address(license)));
            graph.add(entity("https://spdx.org/licenses/" + address(license), "CreativeWork", "name", license));
        }
        graph.add(root);
        graph.add(entity("#author", "Organization", "name", author));
        graph.add(entity("#soabench", "SoftwareApplication", "name", "SOABench", "version", run.soabench()));
        for (PublishedRun.Engine engine : run.engines()) {
            graph.add(entity(
                    "#engine-" + address(engine.name()),
                    "SoftwareApplication",
                    "name",
                    engine.name(),
                    "version",
                    String.join(", ", engine.programs())));
        }
        graph.add(entity(
                "#run",
                "CreateAction",
                "name",
                "Run " + run.id(),
                "startTime",
                run.startedAt(),
                "endTime",
                run.endedAt(),
                "instrument",
                Stream.concat(
                                Stream.of("#soabench"),
                                run.engines().stream().map(engine -> "#engine-" + address(engine.name())))
                        .map(BundleTexts::reference)
                        .toList(),
                "object",
                reference(address(testbed)),
                "result",
                reference("run/")));
        for (String path : parts) {
            String format =
                    FORMATS.get(path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT));
            Map<String, Object> part = entity(address(path), path.endsWith("/") ? "Dataset" : "File", "name", path);
            if (format != null) {
                part.put("encodingFormat", format);
            }
            graph.add(part);
        }
        Map<String, Object> crate = new LinkedHashMap<>();
        crate.put("@context", SPEC + "/context");
        crate.put("@graph", graph);
        return crate;
    }

    /** Returns whether a file has an entity of its own; other files of the run belong to its folder. */
    private static boolean described(String path) {
        String inRun = path.startsWith(RunBundle.RUN + "/") ? path.substring(RunBundle.RUN.length() + 1) : "";
        return inRun.isEmpty()
                || Set.of(RunFiles.PLAN, RunFiles.RUN, RunFiles.ENVIRONMENT, EntryReader.DATABASE)
                        .contains(inRun)
                || inRun.startsWith(RunFiles.REPORT + "/");
    }

    private static Map<String, Object> entity(String id, String type, Object... properties) {
        Map<String, Object> entity = new LinkedHashMap<>();
        entity.put(ID, id);
        entity.put(TYPE, type);
        for (int i = 0; i < properties.length; i += 2) {
            entity.put((String) properties[i], properties[i + 1]);
        }
        return entity;
    }

    private static Map<String, String> reference(String id) {
        return Map.of(ID, id);
    }

    private static String address(String path) {
        String encoded = Stream.of(path.split("/"))
                .map(part -> URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20"))
                .collect(Collectors.joining("/"));
        return path.endsWith("/") ? encoded + "/" : encoded;
    }
}
