package io.soabench.languages.camel;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problem;
import io.soabench.contracts.source.Problems;
import io.soabench.languages.DefinedProcess;
import io.soabench.languages.MessageContract;
import io.soabench.languages.PartnerCall;
import io.soabench.languages.ProcessFile;
import io.soabench.plan.CallTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A file of Camel's YAML DSL with the routes of one process. Immutable. */
public final class CamelDocument implements ProcessFile {

    private final String file;
    private final List<CamelRoute> routes;
    private final List<Problem> problems;
    private final Optional<Problem> choiceProblem;

    private CamelDocument(
            String file, List<CamelRoute> routes, List<Problem> problems, Optional<Problem> choiceProblem) {
        this.file = file;
        this.routes = List.copyOf(routes);
        this.problems = problems;
        this.choiceProblem = choiceProblem;
    }

    /**
     * Reads a file.
     *
     * @throws IOException when it cannot be read at all
     */
    public static CamelDocument load(Path file) throws IOException {
        return of(file.toString(), Files.readAllBytes(file));
    }

    /** Reads a text. */
    public static CamelDocument of(String file, byte[] content) {
        Problems problems = new Problems();
        List<CamelRoute> routes = new CamelYaml(file, problems).routes(content);
        if (problems.isEmpty()) {
            check(file, routes, problems);
        }
        return new CamelDocument(file, routes, problems.list(), Optional.empty());
    }

    /** Returns this file with the problem that a model names a process of it. */
    CamelDocument withoutProcess(String process) {
        Problem choice = new Problem(
                "CAMEL-PROCESS",
                file,
                0,
                0,
                "routes of Camel are no processes with ids; remove: process \"" + process + '"');
        Problems all = new Problems();
        all.addAll(problems);
        all.addAll(List.of(choice));
        return new CamelDocument(file, routes, all.list(), Optional.of(choice));
    }

    private static void check(String file, List<CamelRoute> routes, Problems problems) {
        if (routes.stream().noneMatch(CamelRoute::isClients)) {
            problems.add(
                    CamelYaml.ROUTE,
                    Location.of(file),
                    "no route takes requests of clients; begin one with uri: client:<operation>");
        }
        Set<String> begun = new HashSet<>();
        for (CamelRoute route : routes) {
            CamelEndpoint from = route.from();
            String begin = from.scheme() + ':' + from.path();
            if (!Set.of(CamelEndpoint.CLIENT, "direct", "seda").contains(from.scheme())) {
                problems.add(
                        CamelYaml.ROUTE,
                        from.location(),
                        "a route begins at \"" + begin + "\", where no message of a testbed arrives;"
                                + " begin it at client:<operation>, direct:<name> or seda:<name>");
            } else if (!begun.add(begin)) {
                problems.add(
                        CamelYaml.ROUTE,
                        from.location(),
                        "two routes begin at \"" + begin + "\"; give one of them another name");
            }
        }
        routes.stream().flatMap(CamelRoute::all).forEach(step -> step.endpoint()
                .ifPresent(endpoint -> check(step, endpoint, begun, problems)));
        Stream.concat(
                        routes.stream().map(CamelRoute::from),
                        routes.stream().flatMap(CamelRoute::all).flatMap(step -> step.endpoint().stream()))
                .forEach(endpoint -> checkOptions(endpoint, problems));
    }

    /** Checks the options of a component, in the address and in the parameters. */
    private static void checkOptions(CamelEndpoint endpoint, Problems problems) {
        CamelComponent.named(endpoint.scheme()).ifPresent(component -> endpoint.parameters().stream()
                .filter(name -> name.matches("[A-Za-z][\\w.-]*") && !component.takes(name))
                .forEach(name -> problems.add(
                        CamelYaml.STEP,
                        endpoint.location(),
                        "component \"" + endpoint.scheme() + "\" has no option \"" + name + "\"; "
                                + CamelPlace.meant(name, component.options())
                                        .map(word -> "did you mean \"" + word + "\"?")
                                        .orElse("its options are " + String.join(", ", component.options())))));
    }

    private static void check(CamelStep step, CamelEndpoint to, Set<String> begun, Problems problems) {
        String address = to.scheme() + ':' + to.path();
        if (to.isPartner() && !step.name().equals("to")) {
            problems.add(
                    CamelYaml.STEP,
                    to.location(),
                    "step \"" + step.name() + "\" calls a partner; use step \"to\", in a route of its own if need be");
        } else if (to.scheme().equals(CamelEndpoint.CLIENT) && !to.isAnswer()) {
            problems.add(
                    CamelYaml.STEP,
                    to.location(),
                    "\"" + address + "\" is no place to send to; answer the client by uri: client:answer");
        } else if ((to.scheme().equals("direct") || to.scheme().equals("seda"))
                && !begun.contains(address)
                && !address.contains("${")) {
            problems.add(
                    CamelYaml.STEP,
                    to.location(),
                    "no route begins at \"" + address + "\"; add one, or correct the name");
        } else if (CamelComponent.named(to.scheme()).isEmpty()
                && !to.isPartner()
                && !to.scheme().equals(CamelEndpoint.CLIENT)) {
            problems.add(
                    CamelYaml.STEP,
                    to.location(),
                    "component \"" + to.scheme()
                            + "\" is not in an engine of a testbed; call a partner by uri: partner:<name>/<operation>");
        }
    }

    @Override
    public String file() {
        return file;
    }

    @Override
    public List<Problem> problems() {
        return problems;
    }

    @Override
    public List<DefinedProcess> processes() {
        return List.of();
    }

    @Override
    public Optional<Problem> choiceProblem() {
        return choiceProblem;
    }

    @Override
    public Optional<String> chosen() {
        return Optional.empty();
    }

    List<CamelRoute> routes() {
        return routes;
    }

    private Stream<CamelEndpoint> endpoints() {
        return routes.stream().flatMap(CamelRoute::all).flatMap(step -> step.endpoint().stream());
    }

    /** Returns the endpoints that call partners, in document order. */
    List<CamelEndpoint> calls() {
        return endpoints().filter(CamelEndpoint::isPartner).toList();
    }

    /** Returns the endpoints that answer the client, in document order. */
    List<CamelEndpoint> answers() {
        return endpoints().filter(CamelEndpoint::isAnswer).toList();
    }

    @Override
    public List<PartnerCall> partnerCalls() {
        return calls().stream().map(CamelEndpoint::call).toList();
    }

    @Override
    public Optional<CallTree> prescribedCalls(Predicate<PartnerCall> oneWay) {
        return problems.isEmpty() ? CamelCallTree.of(routes, oneWay) : Optional.empty();
    }

    @Override
    public List<Problem> problems(MessageContract contract) {
        return CamelContract.problems(this, contract);
    }

    @Override
    public String contractCode() {
        return CamelContract.CODE;
    }
}
