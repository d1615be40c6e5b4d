package io.soabench.languages.bpmn;

import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import io.soabench.languages.DefinedProcess;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The choice of the process that engines run among those of a file: a collaboration has one for each pool. */
final class ProcessChoice {

    /** The code of problems that another word in the model can solve. */
    static final String CODE = "BPMN-CHOICE";

    /** The greatest number of processes that a sentence names. */
    private static final int MOST_NAMED = 8;

    private static final String NS = BpmnDocument.NAMESPACE;

    private final XmlElement root;
    private final List<XmlElement> all;
    private final List<XmlElement> executable;

    /** @param root the element {@code definitions} of the file */
    ProcessChoice(XmlElement root) {
        this.root = root;
        this.all = root.elements(NS, "process").toList();
        this.executable = all.stream().filter(ProcessChoice::isExecutable).toList();
    }

    private static boolean isExecutable(XmlElement process) {
        return process.attribute("isExecutable").orElse("").equals("true");
    }

    private static String id(XmlElement process) {
        return process.attribute("id").orElse("").strip();
    }

    /** Returns the processes in document order. One without a name has that of its pool. */
    List<DefinedProcess> processes() {
        Map<String, String> pools = new HashMap<>();
        root.elements(NS, "collaboration")
                .flatMap(each -> each.elements(NS, "participant"))
                .forEach(pool ->
                        pools.putIfAbsent(local(pool.attribute("processRef").orElse("")), text(pool, "name")));
        return all.stream()
                .map(each -> new DefinedProcess(id(each), name(each, pools), isExecutable(each), each.location()))
                .toList();
    }

    private static String name(XmlElement process, Map<String, String> pools) {
        String own = text(process, "name");
        String name = own.isEmpty() ? pools.getOrDefault(id(process), "") : own;
        return name.isEmpty() ? id(process) : name;
    }

    private static String text(XmlElement element, String attribute) {
        return element.attribute(attribute).orElse("").strip().replaceAll("\\s+", " ");
    }

    private static String local(String qualified) {
        return qualified.strip().substring(qualified.strip().indexOf(':') + 1);
    }

    /**
     * Returns the process that engines run.
     *
     * @param wanted its id; empty where the file has one executable process
     * @param problems takes the reason where the result is empty
     */
    Optional<XmlElement> find(Optional<String> wanted, Problems problems) {
        if (wanted.isPresent()) {
            return named(wanted.get(), problems);
        }
        if (all.isEmpty()) {
            problems.add(BpmnDocument.SYNTAX, root.location(), "the file has no process; name a file that has one");
            return Optional.empty();
        }
        if (executable.isEmpty()) {
            problems.add(
                    BpmnDocument.SYNTAX,
                    all.get(0).location(),
                    "the file has no process with isExecutable=\"true\"; set it for the process that engines run");
            return Optional.empty();
        }
        if (executable.size() > 1) {
            problems.add(
                    CODE,
                    executable.get(1).location(),
                    "the file has " + executable.size() + " executable processes"
                            + executable.stream()
                                    .map(ProcessChoice::id)
                                    .filter(each -> !each.isEmpty())
                                    .findFirst()
                                    .map(id -> ": " + ids(executable)
                                            + "; name one of them after the file by: process \"" + id + '"')
                                    .orElse("; give them ids, and name one of them after the file"));
            return Optional.empty();
        }
        XmlElement process = executable.get(0);
        if (id(process).isEmpty()) {
            problems.add(BpmnDocument.SYNTAX, process.location(), "the process has no id; add one");
            return Optional.empty();
        }
        return Optional.of(process);
    }

    private Optional<XmlElement> named(String wanted, Problems problems) {
        Optional<XmlElement> found =
                all.stream().filter(each -> id(each).equals(wanted)).findFirst();
        if (found.isEmpty()) {
            String known = ids(all);
            problems.add(
                    CODE,
                    root.location(),
                    "the file has no process \"" + wanted + "\"; "
                            + (known.isEmpty() ? "give its process that id" : "name one of its processes: " + known));
            return Optional.empty();
        }
        if (!isExecutable(found.get())) {
            String others = ids(executable);
            problems.add(
                    CODE,
                    found.get().location(),
                    "process \"" + wanted
                            + "\" has no isExecutable=\"true\", so that engines leave it out; set it there"
                            + (others.isEmpty() ? "" : ", or name another process: " + others));
            return Optional.empty();
        }
        return found;
    }

    private static String ids(List<XmlElement> processes) {
        List<String> ids = processes.stream()
                .map(ProcessChoice::id)
                .filter(id -> !id.isEmpty())
                .toList();
        return ids.stream().limit(MOST_NAMED).map(id -> '"' + id + '"').collect(Collectors.joining(", "))
                + (ids.size() > MOST_NAMED ? ", …" : "");
    }
}
