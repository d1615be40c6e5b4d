package io.soabench.generators.reading;

import io.soabench.contracts.source.Problem;
import io.soabench.generators.soap.SoapOperation;
import io.soabench.languages.ProcessFile;
import io.soabench.model.testbed.Realisation;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.plan.CallTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The calls that the files of a process prescribe, where they can be read from the files. */
public final class PrescribedTrees {

    private PrescribedTrees() {}

    /**
     * Returns the calls of a process whose contract is a WSDL document, as its first readable file prescribes them.
     *
     * @param partners by the name that the files use
     * @return empty where no file prescribes them; files that are missing or wrong are reported when they are packaged
     */
    public static Optional<CallTree> of(
            WhiteBoxProcess model, Map<String, MockedService> partners, ModelFiles files, ProblemCollector problems) {
        for (Realisation each : model.getRealisations()) {
            Optional<Path> file = files.find(
                    each,
                    Literals.REALISATION__FILE,
                    each.getFile(),
                    "the file of process \"" + model.getName() + "\"");
            Optional<CallTree> tree = file.flatMap(path -> of(files.process(each, path), partners));
            if (tree.isPresent()) {
                return tree;
            }
        }
        return Optional.empty();
    }

    private static Optional<CallTree> of(ProcessFile document, Map<String, MockedService> partners) {
        return document.prescribedCalls(call -> Optional.ofNullable(partners.get(call.partner())).stream()
                .flatMap(service -> service.operations().stream())
                .filter(operation -> operation.name().equals(call.operation()))
                .anyMatch(SoapOperation::oneWay));
    }

    /**
     * Returns where the numbers of calls in a file differ from those of the contract. Numbers that depend on data are not
     * compared.
     *
     * @param prescribed by the contract; {@code null} where it prescribes none
     */
    public static List<Problem> differences(ProcessFile document, CallTree prescribed, Iterable<String> partners) {
        List<Problem> problems = new ArrayList<>();
        Optional<CallTree> own = prescribed == null ? Optional.empty() : document.prescribedCalls(call -> false);
        for (String partner : partners) {
            Optional<Integer> wanted = own.flatMap(any -> CallCounts.count(prescribed, partner));
            Optional<Integer> found = own.flatMap(tree -> CallCounts.count(tree, partner));
            if (wanted.isPresent() && found.isPresent() && !wanted.equals(found)) {
                problems.add(new Problem(
                        document.contractCode(),
                        document.file(),
                        1,
                        1,
                        "the process calls partner \"" + partner + "\" " + times(found.get())
                                + "; its contract prescribes " + times(wanted.get())));
            }
        }
        return problems;
    }

    private static String times(int number) {
        return number == 1 ? "once" : number + " times";
    }
}
