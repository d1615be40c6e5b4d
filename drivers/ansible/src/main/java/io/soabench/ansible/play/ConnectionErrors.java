package io.soabench.ansible.play;

import io.soabench.plan.HostPlan;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The sentences about hosts that cannot be reached or prepared: the reason, and the remedy. */
public final class ConnectionErrors {

    /** A message of SSH and sudo (lower case), and the sentence about it: the finding; the remedy. */
    private record Known(String words, String found, String remedy) {}

    private static final List<Known> KNOWN = List.of(
            new Known(
                    "host key verification failed",
                    "its host key is unknown or has changed",
                    "compare the key, then connect once by hand with ssh, which notes it"),
            new Known(
                    "permission denied",
                    "it refuses the user or the key",
                    "add the public key to its authorized_keys, load the key into the agent, or correct \"user\" and \"key\" of the host"),
            new Known("no such identity", "the key file is missing on this machine", "correct \"key\" of the host"),
            new Known("could not resolve hostname", "its name is unknown", "correct its address"),
            new Known(
                    "connection refused", "no SSH server answers", "start sshd there, or correct \"port\" of the host"),
            new Known("no route to host", "there is no way to it", "switch it on, or correct its address"),
            new Known("timed out", "it does not answer", "switch it on, look at the firewall, or correct its address"),
            new Known("timeout", "it does not answer", "switch it on, look at the firewall, or correct its address"),
            new Known(
                    "password is required",
                    "sudo asks for a password",
                    "allow that user sudo without a password, or leave out what needs it"),
            new Known(
                    "missing sudo password",
                    "sudo asks for a password",
                    "allow that user sudo without a password, or leave out what needs it"),
            new Known("python3: not found", "it has no Python", "install python3 there"),
            new Known("no python interpreters found", "it has no Python", "install python3 there"),
            new Known("connection closed", "the connection was closed", "look at its log of sshd"),
            new Known("closed by remote host", "the connection was closed", "look at its log of sshd"),
            new Known("broken pipe", "the connection was closed", "look at its log of sshd"),
            new Known("connection reset", "the connection was reset", "look at its log of sshd"));

    /** The beginnings of sentences that need no name of a host. */
    private static final Pattern NAMED = Pattern.compile(
            "(server|process|deployment of|publication of|reading the counters of|check \\d+ of|wrong answer:|load-\\S+) ");

    private static final int LONGEST = 300;

    private ConnectionErrors() {}

    /** Returns the sentence on a host that could not be reached, with the message of SSH. */
    public static String unreachable(HostPlan host, String message) {
        String text = message.toLowerCase(Locale.ROOT);
        for (Known known : KNOWN) {
            if (text.contains(known.words())) {
                return named(host) + " cannot be worked on: " + known.found() + " (" + last(message) + "); "
                        + known.remedy();
            }
        }
        return named(host) + " cannot be reached: " + (message.isBlank() ? "no reason was given" : last(message))
                + "; try \"" + command(host) + "\" by hand";
    }

    /** Returns the sentence on a task that failed on a host; messages of the playbooks name the remedy already. */
    public static String failed(HostPlan host, String message) {
        String text = message.toLowerCase(Locale.ROOT);
        for (Known known : KNOWN) {
            if (known.found().contains("sudo") && text.contains(known.words())) {
                return named(host) + " cannot be worked on: " + known.found() + "; " + known.remedy();
            }
        }
        String sentence = shortened(message);
        return NAMED.matcher(sentence).lookingAt() ? sentence : "host " + host.name() + ": " + sentence;
    }

    private static String named(HostPlan host) {
        return "host " + host.name() + " (" + address(host) + ")";
    }

    private static String address(HostPlan host) {
        String user = host.connection().getOrDefault("user", "");
        String port = host.connection().getOrDefault("port", "");
        return (user.isEmpty() ? "" : user + "@") + host.address() + (port.isEmpty() ? "" : ", port " + port);
    }

    private static String command(HostPlan host) {
        String user = host.connection().getOrDefault("user", "");
        String port = host.connection().getOrDefault("port", "");
        return "ssh " + (port.isEmpty() ? "" : "-p " + port + " ") + (user.isEmpty() ? "" : user + "@")
                + host.address();
    }

    /** Returns SSH's last line: warnings come before the reason. */
    private static String last(String message) {
        return shortened(message.strip().lines().reduce("", (a, b) -> b.isBlank() ? a : b.strip()));
    }

    private static String shortened(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
    }
}
