package io.soabench.agent.protocol;

import io.soabench.plan.ServerIdentity;
import io.soabench.plan.Yielding;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Lifecycle.Probe;
import io.soabench.plugin.MetricSource.Asked;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One order of each kind. */
public final class Orders {

    private static final HttpAction ACTION =
            new HttpAction("PUT", "http://a:1/x", "text/xml", "zip:/p", List.of(200, 201), 500);

    private Orders() {}

    /** All of them. */
    public static List<HostOrder> all() {
        return List.of(
                new HostOrder.Place(part(), 1),
                new HostOrder.Start(2),
                new HostOrder.Ready(3),
                new HostOrder.Publish(4),
                new HostOrder.Deploy(5),
                new HostOrder.Deployed(6),
                new HostOrder.Check(1, 7),
                new HostOrder.Await("done", 7),
                new HostOrder.Collect(100, List.of("engine"), 8),
                new HostOrder.Undeploy(9),
                new HostOrder.Redeploy("Buy", "Buy2", 9),
                new HostOrder.Withdraw("Buy", 9),
                new HostOrder.Stop(10),
                new HostOrder.Pack(10),
                new HostOrder.StartAgain("engine", true, 11),
                new HostOrder.Kill("engine"),
                new HostOrder.Clean(11),
                new HostOrder.Cancel(),
                new HostOrder.Look(),
                new HostOrder.Observe(),
                new HostOrder.Tell("load-here", "start 17"),
                new HostOrder.Signal("engine", "STOP"),
                new HostOrder.Send(ACTION),
                new HostOrder.Trips("http://a:1"),
                new HostOrder.Time(),
                new HostOrder.Describe(),
                new HostOrder.Fingerprint(),
                new HostOrder.Follow(Map.of("load-here", 12L)));
    }

    private static HostPart part() {
        return new HostPart(
                "token",
                "3",
                List.of(new HostPart.Target("Buy", "http://a:1/buy")),
                new HostPart.Places("/t/run", "/t/run/out", "/t"),
                new HostPart.Limits(1, 2, 3, 4),
                5,
                Map.of("server.mocks.address", "127.0.0.1"),
                List.of(new HostPart.Server(
                        "engine",
                        "127.0.0.1",
                        Map.of("http", 20001),
                        new HostPart.Placing(
                                "/t/run/e",
                                Map.of("a.xml", "<a/>"),
                                List.of(new HostPart.Copy("/c", "/d")),
                                "/t/run/e/work/token",
                                new ServerIdentity("shown", "hidden")),
                        new HostPart.Program(List.of("java", "-v"), Map.of("A", "b"), "/t/run/e/work"),
                        new Probe("tcp://a:1", 0, 10),
                        List.of(new HostPart.Publishing("quotes-1", ACTION)),
                        List.of(new HostPart.Deployment("Buy", "Buy", true, List.of(ACTION), null, List.of())),
                        null,
                        10,
                        List.of("*.log"),
                        new Asked(
                                Set.of("queue"),
                                new Lifecycle.MetricRequest(
                                        ACTION, Map.of("queue", List.of("waiting", "sent")), ACTION),
                                "trusted"))),
                List.of(new HostPart.Client("load-here", new HostPart.Program(List.of("java"), Map.of(), "/w"), 10)),
                List.of(new HostPart.Check(
                        "checks/1.xml",
                        new HostPart.Target("Buy", "http://a:1/buy"),
                        "/c/checks/1.xml",
                        "u",
                        "action",
                        "{n}l",
                        9,
                        "s.replace.1",
                        "")),
                new HostPart.Sharing("engine", true, Yielding.CPUSET),
                "trusted");
    }
}
