package io.soabench.start;

import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Problem;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.engine.bpel.ProcessDefinition;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A process that the analyser can read.
 *
 * @param accepted deviations from the standard that an engine must accept
 * @param further WSDL documents that it does not import
 */
record LoadedProcess(ProcessDefinition definition, Set<Leniency> accepted, List<Path> further) {

    /** The greatest number of deviations from the standard that are listed. */
    private static final int MOST_WARNINGS = 3;

    static LoadedProcess of(Path bpel, List<Path> further) {
        ProcessDefinition strict = ProcessDefinition.load(bpel, further);
        if (strict.isValid()) {
            return new LoadedProcess(strict, Set.of(), further);
        }
        Set<Leniency> words = EnumSet.allOf(Leniency.class);
        ProcessDefinition lenient = ProcessDefinition.load(bpel, further, words);
        for (Leniency word : Leniency.values()) {
            Set<Leniency> fewer = EnumSet.copyOf(words);
            fewer.remove(word);
            if (ProcessDefinition.load(bpel, further, fewer).problems().size()
                    == lenient.problems().size()) {
                words = fewer;
            }
        }
        return new LoadedProcess(ProcessDefinition.load(bpel, further, words), words, further);
    }

    void addNotes(List<String> notes) {
        if (!accepted.isEmpty()) {
            notes.add("the process is no standard WS-BPEL 2.0; with accept \"" + words()
                    + "\" the bundled engine takes it, other engines may or may not");
        }
        List<Problem> warnings = definition.warnings();
        warnings.stream()
                .limit(MOST_WARNINGS)
                .forEach(warning -> notes.add("accepted: "
                        + Path.of(warning.file()).getFileName() + ":" + warning.line() + ": " + warning.message()));
        if (warnings.size() > MOST_WARNINGS) {
            int more = warnings.size() - MOST_WARNINGS;
            notes.add("accepted: " + more + " more " + (more == 1 ? "place" : "places") + " of that kind");
        }
    }

    String words() {
        return accepted.stream().map(Leniency::word).collect(Collectors.joining(","));
    }

    /** Returns the port types that the process offers and calls. */
    List<PortType> portTypes() {
        if (!definition.isValid()) {
            return List.of();
        }
        Set<PortType> types = new LinkedHashSet<>();
        definition.model().provided().forEach(each -> each.partnerLink()
                .myPortType()
                .ifPresent(types::add));
        definition.model().consumed().forEach(each -> each.partnerLink()
                .partnerPortType()
                .ifPresent(types::add));
        return List.copyOf(types);
    }
}
