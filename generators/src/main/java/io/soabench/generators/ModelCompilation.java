package io.soabench.generators;

import io.soabench.generators.cases.CaseChecks;
import io.soabench.generators.cases.CaseCompletenessCheck;
import io.soabench.generators.cases.CaseSet;
import io.soabench.generators.cases.ClientRequests;
import io.soabench.generators.cases.FunctionalChecks;
import io.soabench.generators.cases.HistoryCheck;
import io.soabench.generators.cases.Network;
import io.soabench.generators.cases.ParameterCheck;
import io.soabench.generators.cases.ProcessPackages;
import io.soabench.generators.cases.ServiceAddresses;
import io.soabench.generators.cases.TimeOutCheck;
import io.soabench.generators.random.RandomStreams;
import io.soabench.generators.reading.Chunks;
import io.soabench.generators.reading.KnownFaults;
import io.soabench.generators.reading.ModelContext;
import io.soabench.generators.reading.ModelDistributions;
import io.soabench.generators.reading.ModelFiles;
import io.soabench.generators.reading.ModelHash;
import io.soabench.generators.reading.ModelReader;
import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.generators.reading.PublishedFiles;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.model.CaseExpansion;
import io.soabench.model.ExpandedCase;
import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.plan.PublishedPlan;
import io.soabench.plugin.ServerType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The steps of a compilation that read and check; nothing is written. A model becomes a {@link ModelReading}, the
 * reading with its cases becomes a {@link CaseSet}, and the set becomes a {@link Compiled}. For one model, in one
 * thread.
 */
final class ModelCompilation {

    /** The longest experiment; a longer one is a mistake in the model. */
    private static final Duration LONGEST = Duration.ofDays(365);

    private final ModelContext context;
    private final WholeTestbed testbed;
    private final ProblemCollector problems;
    private final Chunks chunks = new Chunks();

    /** @param problems gets everything that is wrong with the model and its files */
    ModelCompilation(TestbedCompiler.Input input, Map<String, ServerType> types, ProblemCollector problems) {
        this.testbed = WholeTestbed.of(input.model());
        this.problems = problems;
        long seed = input.seed().orElse(testbed.seed());
        ModelFiles files = new ModelFiles(problems);
        this.context = new ModelContext(
                testbed,
                types,
                input.profile(),
                seed,
                new RandomStreams(seed),
                new KnownFaults(testbed, input.faulty()),
                files,
                new ModelDistributions(files, problems));
    }

    /**
     * Reads and checks everything.
     *
     * @param sources the model files
     */
    Compiled check(Set<Path> sources) {
        List<ExpandedCase> expanded =
                CaseExpansion.expand(testbed).stream().filter(context::spared).toList();
        ModelReading reading = new ModelReader(context, chunks, problems).read(expanded);
        CaseSet cases = complete(CaseSet.candidates(reading, expanded));
        return compiled(cases, sources);
    }

    private CaseSet complete(CaseSet candidates) {
        CaseCompletenessCheck check = new CaseCompletenessCheck(candidates, problems);
        return candidates.only(candidates.cases().stream().filter(check::check).toList());
    }

    private Compiled compiled(CaseSet cases, Set<Path> sources) {
        ModelReading reading = cases.reading();
        Network network = new Network(
                cases,
                testbed.latencies().stream()
                        .filter(latency -> context.faults().spare(latency.eContainer()))
                        .toList());
        network.check();
        new ParameterCheck(context, problems).check();
        new HistoryCheck(context, problems).check();
        ClientRequests requests = requests(cases, network);
        checkRuntimeInstances(cases);
        CaseChecks checks = new CaseChecks(cases, requests, envelopes(reading));
        cases.events().check(cases.cases(), problems);
        ProcessPackages packages = new ProcessPackages(cases, network, problems);
        packages.check();
        MockFolders folders = new MockFolders(cases, checks);
        reading.services().values().forEach(service -> folders.check(service, problems));
        List<PublishedPlan> published =
                PublishedFiles.read(context.spared(testbed.published()), context.files(), problems);
        Estimate estimate = new Estimation(cases).estimate();
        check(estimate);
        cases.cases().forEach(new TimeOutCheck(cases, problems)::check);
        context.files().note(sources);
        return new Compiled(
                cases,
                network,
                requests,
                checks,
                packages,
                published,
                estimate,
                ModelHash.of(context.files().all()));
    }

    /** Makes the messages of the clients; checks the network and the addresses of each case. */
    private ClientRequests requests(CaseSet cases, Network network) {
        ModelReading reading = cases.reading();
        ClientRequests requests = new ClientRequests(chunks, context.files(), problems);
        ServiceAddresses addresses = new ServiceAddresses(reading);
        for (ExpandedCase each : cases.cases()) {
            network.check(each, problems);
            for (TestedProcess process : reading.called(each)) {
                requests.add(process, reading.workloads().get(each.workload()));
                addresses.endpoint(each, process, problems);
            }
        }
        return requests;
    }

    private void checkRuntimeInstances(CaseSet cases) {
        ModelReading reading = cases.reading();
        reading.services().values().forEach(service -> cases.serverOf(service.model())
                .ifPresent(
                        server -> reading.runtime().check(service, server.getName(), reading.type(server), problems)));
    }

    private Map<String, String> envelopes(ModelReading reading) {
        Map<String, String> envelopes = new LinkedHashMap<>();
        reading.processes()
                .values()
                .forEach(process -> envelopes.putAll(
                        FunctionalChecks.envelopes(process, reading.services().values(), context.files(), problems)));
        return envelopes;
    }

    private void check(Estimate estimate) {
        if (estimate.time().compareTo(LONGEST) > 0) {
            problems.add(
                    IssueCode.TOO_MUCH,
                    testbed.root(),
                    Literals.NAMED_ELEMENT__NAME,
                    "the experiment takes " + Amounts.time(estimate.time())
                            + ", more than a year; repeat less often, or measure shorter");
        } else if (estimate.heavy()) {
            problems.warn(
                    IssueCode.LOAD_HEAVY,
                    testbed.root(),
                    Literals.NAMED_ELEMENT__NAME,
                    "the experiment has " + estimate.toString().substring("in all ".length())
                            + "; a profile with less is soon written: profile brief { repeat 1 measure 10 s }");
        }
    }
}
