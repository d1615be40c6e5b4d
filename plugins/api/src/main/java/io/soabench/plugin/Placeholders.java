package io.soabench.plugin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Rules for the placeholders of a {@link Lifecycle}: their places, their values, and a check that a server type uses no
 * others.
 */
public final class Placeholders {

    private static final Pattern SERVER = Pattern.compile("\\$\\{server\\.([^}]+?)\\.(address|port\\.([^}.]+))}");
    private static final Pattern SEVERAL_ARGUMENTS =
            Pattern.compile("param:[^:]+:(words|option:.+|collector:.+|when:.+)|authority:.+");

    /** An option that chooses the garbage collector of a Java virtual machine, which accepts only one such option. */
    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w*GC");

    private static final String AUTHORITY = "authority";
    private static final long MEBIBYTE = 1L << 20;
    private static final Set<String> PLAIN =
            Set.of("java", "work", "token", "out", "name", "scheme", "address", "services", "repetition");

    private Placeholders() {}

    /**
     * Returns all problems of a server type's lifecycle, one sentence each; empty when it is right.
     *
     * <p>Only a model decides whether a named port or parameter exists; see {@link #missing}.
     */
    public static List<String> problems(ServerType type) {
        Lifecycle life = type.lifecycle();
        Set<String> problems = new LinkedHashSet<>();
        List<String> programs =
                type.programs().stream().map(ServerType.Program::name).toList();
        life.files().forEach((path, content) -> {
            if (path.startsWith("/") || List.of(path.split("/", -1)).contains("..")) {
                problems.add(
                        of(type, "file \"" + path + "\"") + "lies outside ${work}; use a relative path without ..");
            }
            check(type, "file \"" + path + "\"", content, Set.of(), programs, problems);
        });
        for (String argument : life.start().arguments()) {
            if (several(argument) == null) {
                check(type, "start", argument, Set.of(), programs, problems);
            }
        }
        life.start()
                .environment()
                .forEach((key, value) -> check(type, "environment " + key, value, Set.of(), programs, problems));
        probe(type, "ready", life.ready(), Set.of(), programs, problems);
        if (life.ready() == null) {
            problems.add(of(type, "ready") + "is missing; say how to learn that the server is ready");
        }
        if (life.start().arguments().isEmpty()) {
            problems.add(of(type, "start") + "has no arguments; give the command");
        }
        Set<String> process = Set.of("package", "process");
        actions(type, "deploy", life.deploy(), process, programs, problems);
        probe(type, "deployed", life.deployed(), process, programs, problems);
        actions(type, "undeploy", life.undeploy(), process, programs, problems);
        check(type, "endpoint", life.endpoint(), Set.of("process"), programs, problems);
        check(type, "callback", life.callback(), Set.of("process", "link"), programs, problems);
        check(type, "serviceAddress", life.serviceAddress(), Set.of("service"), programs, problems);
        if (life.batches() != null) {
            check(type, "batches", life.batches().address(), Set.of("process"), programs, problems);
            check(type, "batches", life.batches().tokenFile(), Set.of(), programs, problems);
        }
        if (life.statistics() != null) {
            actions(type, "statistics", List.of(life.statistics()), Set.of(), programs, problems);
        }
        if (life.metricRequest() != null) {
            actions(type, "metricRequest", requests(life.metricRequest()), Set.of(), programs, problems);
        }
        if (life.instances() != null) {
            List<Lifecycle.HttpAction> orders =
                    List.of(life.instances().open(), life.instances().close());
            actions(type, "instances", orders, Set.of("service"), programs, problems);
        }
        life.logs().forEach(log -> check(type, "logs", log, Set.of(), programs, problems));
        if (life.registry() != null) {
            actions(type, "publish", life.registry().publish(), Publication.PLACEHOLDERS, programs, problems);
            check(type, "inquiry", life.registry().inquiry(), Set.of(), programs, problems);
        }
        if (type instanceof Database database) {
            check(type, "jdbcAddress", database.jdbcAddress(), Set.of(), programs, problems);
        }
        role(type, !life.deploy().isEmpty() || !empty(life.endpoint()), "runs processes", Engine.class, problems);
        role(type, !empty(life.serviceAddress()), "serves services", MockHost.class, problems);
        role(type, life.registry() != null, "registers services", Registry.class, problems);
        return List.copyOf(problems);
    }

    private static List<Lifecycle.HttpAction> requests(Lifecycle.MetricRequest metrics) {
        return metrics.history() == null ? List.of(metrics.action()) : List.of(metrics.action(), metrics.history());
    }

    private static boolean empty(String text) {
        return text == null || text.isEmpty();
    }

    private static void role(
            ServerType type, boolean can, String what, Class<? extends ServerType> role, Set<String> problems) {
        if (can && !role.isInstance(type)) {
            problems.add("server type \"" + type.name() + "\" " + what + ", as its lifecycle says; let "
                    + type.getClass().getName() + " implement " + role.getSimpleName());
        }
    }

    private static void probe(
            ServerType type,
            String where,
            Lifecycle.Probe probe,
            Set<String> more,
            List<String> programs,
            Set<String> problems) {
        if (probe == null) {
            return;
        }
        if (!probe.url().matches("(?s)((https?|\\$\\{scheme})://|tcp://|line:).*")) {
            problems.add(of(type, where) + "asks \"" + probe.url() + "\"; use http://…, tcp://host:port or line:TEXT");
        }
        if (probe.timeoutMs() <= 0) {
            problems.add(of(type, where) + "has a time-out of " + probe.timeoutMs() + " ms; it must be above 0");
        }
        check(type, where, probe.url(), more, programs, problems);
    }

    private static void actions(
            ServerType type,
            String where,
            List<Lifecycle.HttpAction> actions,
            Set<String> more,
            List<String> programs,
            Set<String> problems) {
        for (Lifecycle.HttpAction action : actions) {
            if (action.timeoutMs() <= 0) {
                problems.add(of(type, where) + "has a time-out of " + action.timeoutMs() + " ms; it must be above 0");
            }
            if (action.expected().isEmpty()) {
                problems.add(of(type, where) + "expects no HTTP status; name those that mean success");
            }
            check(type, where, action.url(), more, programs, problems);
            check(type, where, action.bodyFile(), more, programs, problems);
            check(type, where, action.tokenFile(), more, programs, problems);
        }
    }

    private static void check(
            ServerType type, String where, String text, Set<String> more, List<String> programs, Set<String> problems) {
        for (String name : Template.names(text == null ? "" : text)) {
            if (PLAIN.contains(name) || more.contains(name) || name.matches("port:.+")) {
                continue;
            }
            if (name.startsWith("classpath:")) {
                if (!programs.contains(name.substring("classpath:".length()))) {
                    problems.add(of(type, where) + "uses ${" + name + "}, but the programs are " + programs
                            + "; add the program or correct the name");
                }
            } else if (SEVERAL_ARGUMENTS.matcher(name).matches()) {
                problems.add(of(type, where) + "uses ${" + name
                        + "} as a part of a text; it must be a whole argument of start");
            } else if (!name.matches("param:[^:]+(:MiB)?")) {
                problems.add(
                        of(type, where) + "uses ${" + name + "}, which is not known there; known are " + known(more));
            }
        }
    }

    private static String known(Set<String> more) {
        List<String> names = new ArrayList<>(PLAIN);
        names.addAll(more);
        names.sort(null);
        names.addAll(List.of(
                "classpath:<program>",
                "port:<name>",
                "param:<name>",
                "param:<name>:MiB",
                "and as whole arguments of start param:<name>:words, param:<name>:option:<option>,"
                        + " param:<name>:collector:<option>, param:<name>:when:<words>, authority:<option>"));
        return String.join(", ", names);
    }

    private static String of(ServerType type, String where) {
        return "server type \"" + type.name() + "\": " + where + " ";
    }

    /**
     * Returns one sentence for each port and parameter that the lifecycle uses and the server of the model lacks.
     *
     * @param parameters of the server
     * @param ports of the server
     */
    public static List<String> missing(ServerType type, String server, Set<String> parameters, Set<String> ports) {
        Set<String> missing = new LinkedHashSet<>();
        for (String text : texts(type)) {
            for (String name : Template.names(text == null ? "" : text)) {
                String[] parts = name.split(":", 3);
                if (parts[0].equals("port") && !ports.contains(parts[1])) {
                    missing.add("server \"" + server + "\" has no port \"" + parts[1] + "\", which its type \""
                            + type.name() + "\" uses; compile the testbed again with this version of the type");
                } else if (parts[0].equals("param") && !parameters.contains(parts[1])) {
                    missing.add("server \"" + server + "\" has no parameter \"" + parts[1] + "\", which its type \""
                            + type.name() + "\" uses; compile the testbed again with this version of the type");
                }
            }
        }
        return List.copyOf(missing);
    }

    /** Returns all texts of a lifecycle that may have placeholders; some are {@code null}. */
    private static List<String> texts(ServerType type) {
        Lifecycle life = type.lifecycle();
        List<String> texts = new ArrayList<>(life.files().values());
        texts.addAll(life.start().arguments());
        texts.addAll(life.start().environment().values());
        List<Lifecycle.HttpAction> actions = new ArrayList<>(life.deploy());
        actions.addAll(life.undeploy());
        texts.add(life.ready().url());
        if (life.deployed() != null) {
            texts.add(life.deployed().url());
        }
        if (life.statistics() != null) {
            actions.add(life.statistics());
        }
        if (life.metricRequest() != null) {
            actions.addAll(requests(life.metricRequest()));
        }
        if (life.instances() != null) {
            actions.add(life.instances().open());
            actions.add(life.instances().close());
        }
        if (life.registry() != null) {
            actions.addAll(life.registry().publish());
            texts.add(life.registry().inquiry());
        }
        if (life.batches() != null) {
            texts.add(life.batches().address());
            texts.add(life.batches().tokenFile());
        }
        actions.forEach(action -> texts.addAll(Arrays.asList(action.url(), action.bodyFile(), action.tokenFile())));
        texts.addAll(life.logs());
        texts.addAll(Arrays.asList(life.endpoint(), life.callback(), life.serviceAddress()));
        if (type instanceof Database database) {
            texts.add(database.jdbcAddress());
        }
        return texts;
    }

    /** Returns whether a program of that type gets a token, so that the driver must make {@link Lifecycle#TOKEN}. */
    public static boolean needsToken(Lifecycle life) {
        return Stream.of(
                        life.start().arguments(),
                        life.start().environment().values(),
                        life.files().values())
                .flatMap(Collection::stream)
                .anyMatch(text -> text.contains(Lifecycle.TOKEN));
    }

    /** Returns the only placeholder of an argument that becomes several arguments or none, else {@code null}. */
    private static String several(String argument) {
        List<String> names = Template.names(argument);
        return names.size() == 1
                        && argument.equals("${" + names.get(0) + "}")
                        && SEVERAL_ARGUMENTS.matcher(names.get(0)).matches()
                ? names.get(0)
                : null;
    }

    /**
     * Replaces all placeholders of a command line.
     *
     * <ul>
     *   <li>{@code ${param:<name>:words}} becomes one argument for each word of the text.
     *   <li>{@code ${param:<name>:option:<option>}} becomes the option and the value. It becomes nothing when the value is empty or
     *       0, which leaves the choice to the program.
     *   <li>{@code ${param:<name>:collector:<option>}} becomes the option. It becomes nothing when a word of the text chooses the
     *       garbage collector of a Java virtual machine, which accepts only one such option.
     *   <li>{@code ${param:<name>:when:<words>}} becomes one argument for each of these words when the value is {@code true}, else
     *       nothing.
     *   <li>{@code ${authority:<option>}} becomes the option and the value of {@code authority}. It becomes nothing when that is
     *       empty.
     * </ul>
     */
    public static List<String> arguments(List<String> templates, Function<String, String> values) {
        List<String> arguments = new ArrayList<>();
        for (String template : templates) {
            String name = several(template);
            if (name == null) {
                arguments.add(Template.fill(template, values));
                continue;
            }
            if (name.startsWith(AUTHORITY)) {
                optional(name.substring(AUTHORITY.length() + 1), value(template, AUTHORITY, values), arguments);
                continue;
            }
            List<String> parts = List.of(name.split(":", 4));
            String text = value(template, "param:" + parts.get(1), values);
            switch (parts.get(2)) {
                case "words" -> words(text).forEach(arguments::add);
                case "collector" -> {
                    if (words(text).noneMatch(word -> COLLECTOR.matcher(word).matches())) {
                        arguments.add(parts.get(3));
                    }
                }
                case "when" -> {
                    if (text.equals("true")) {
                        words(parts.get(3)).forEach(arguments::add);
                    }
                }
                default -> optional(parts.get(3), text.equals("0") ? "" : text, arguments);
            }
        }
        return arguments;
    }

    private static String value(String template, String name, Function<String, String> values) {
        String value = values.apply(name);
        if (value == null) {
            throw new IllegalArgumentException("no value for " + template);
        }
        return value;
    }

    private static void optional(String option, String value, List<String> arguments) {
        if (!value.isEmpty()) {
            arguments.add(option);
            arguments.add(value);
        }
    }

    private static Stream<String> words(String text) {
        return Arrays.stream(text.strip().split("\\s+", -1)).filter(word -> !word.isEmpty());
    }

    /**
     * Returns the value of a {@code param:} placeholder, or {@code null} when the name is not one or there is no such
     * parameter.
     *
     * @throws IllegalArgumentException when a size is wanted but the value is not a number
     */
    public static String parameter(String placeholder, Map<String, String> parameters) {
        String[] parts = placeholder.split(":", 3);
        if (!parts[0].equals("param") || parts.length < 2) {
            return null;
        }
        String value = parameters.get(parts[1]);
        if (value == null || parts.length == 2) {
            return value;
        }
        try {
            return Long.toString((Long.parseLong(value) + MEBIBYTE - 1) / MEBIBYTE);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("parameter " + parts[1] + "=" + value + " is not a size in bytes", e);
        }
    }

    /**
     * Replaces {@code ${server.<name>.address}} and {@code ${server.<name>.port.<port>}} in the text of a placed file.
     * Other text stays as it is.
     *
     * @param address of a server by its name, or {@code null}
     * @param port of a server by {@code <server>.<port>}, or {@code null}
     * @throws IllegalArgumentException when there is no such server or port; the message names it
     */
    public static String servers(String text, Function<String, String> address, Function<String, Integer> port) {
        Matcher matcher = SERVER.matcher(text);
        StringBuilder filled = new StringBuilder();
        while (matcher.find()) {
            Object value = matcher.group(3) == null
                    ? address.apply(matcher.group(1))
                    : port.apply(matcher.group(1) + "." + matcher.group(3));
            if (value == null) {
                throw new IllegalArgumentException(matcher.group() + " names no server or port that runs in this case");
            }
            matcher.appendReplacement(filled, Matcher.quoteReplacement(value.toString()));
        }
        return matcher.appendTail(filled).toString();
    }
}
