package io.soabench.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplanationTest {

    @TempDir
    private Path folder;

    /** Think times of WWW 2010, workloads L2, L4: a part of the second is below zero. */
    @Test
    void shouldSayTheEffectiveMeanWhenItIsNotTheOneThatIsGiven() {
        ModelFixture model = new ModelFixture(folder);
        String text = new TestbedReader()
                .explain(
                        model.read(
                                        ModelFixture.OFFICE
                                                + """
                                        workload L2 closed { think time normal(2 s, variance 0.5 s2) }
                                        workload L4 closed { think time normal(0.5 s, variance 0.5 s2) }
                                        """)
                                .testbed(),
                        Optional.empty());
        assertThat(text)
                .contains("    think time normal(2 s, variance 0.5 s2)\n    // sends a message")
                .contains(
                        """
                            think time normal(0.5 s, variance 0.5 s2)
                            // effective mean 600 ms, because what is drawn below zero counts as zero
                        """);
    }

    @Test
    void shouldSayWhatFollowsFromTheQualityOfAService() {
        ModelFixture model = new ModelFixture(folder);
        String text = new TestbedReader()
                .explain(
                        model.read(
                                        ModelFixture.OFFICE
                                                + """
                                        service slow : Quote {
                                            response time 8 ms + 2 ms per concurrent request
                                            reliability 99.9 % for 180 requests, then 50 % for 20 requests failing by http 503 30 %, close, silence
                                            capacity 4
                                        }
                                        service any : Quote { instances 3 operation "quote" reliability uniform(90 %, 99 %) }
                                        """)
                                .testbed(),
                        Optional.empty());
        assertThat(text)
                .contains(
                        """
                            response time 8 ms + 2 ms per concurrent request
                            reliability 99.9 % for 180 requests, then 50 % for 20 requests failing by http 503 30 %, close, silence
                            // 99.9 % for 180 requests, then 50 % for 20 requests (94.91 % in the long run; 10 % of the requests find the bad state)
                            // failing by http 503 30 %, close 35 %, silence 35 %
                            // throughput: no limit (default)
                            capacity 4
                        """)
                .contains("    reliability uniform(90 %, 99 %)\n    // each instance draws its own\n")
                .contains("    operation \"quote\"\n");
    }

    @Test
    void shouldSayWhatTheWarmUpOfAShapeIs() {
        ModelFixture model = new ModelFixture(folder);
        model.write("real.csv", "0\n1\n2\n");
        String text = new TestbedReader()
                .explain(
                        model.read(
                                        ModelFixture.OFFICE
                                                + """
                                        workload day open { stages { 20 s at 50 /s, 30 s ramp to 200 /s } }
                                        workload up open { stages { 30 s ramp to 200 /s } arrivals constant }
                                        workload spiky open { bursts { calm 20 /s for 5 s, busy 200 /s for 500 ms } }
                                        workload real open { replay "real.csv" s speed 2 share 50 % repeat }
                                        workload cafe open { bursts { 25 of 10000 requests, 1 each 1 ms, 10 s apart } }
                                        """)
                                .testbed(),
                        Optional.empty());
        assertThat(text)
                .contains(
                        """
                        workload day open {
                            connections kept                        // default
                            stages { 20 s at 50 /s, 30 s ramp to 200 /s }
                            // warm-up: at 50 /s, with which the stages begin
                            arrivals exponential                    // default
                        """)
                .contains(
                        """
                            stages { 30 s ramp to 200 /s }
                            // warm-up: at the mean rate of the measurement, because the stages begin at 0 /s
                            arrivals constant
                        """)
                .contains(
                        """
                            bursts { calm 20 /s for 5 s, busy 200 /s for 500 ms }
                            // warm-up: a part of the same process, drawn by itself
                            arrivals exponential                    // default
                        """)
                .contains(
                        """
                            bursts { 25 of 10000 requests, 1 each 1 ms, 10 s apart }
                            // warm-up: at the mean rate of a burst and the pause after it
                            // sends a message made from the WSDL (default)
                        """)
                .contains(
                        """
                            replay "real.csv" s speed 2 share 50 % repeat
                            // warm-up: at the mean rate of the recording
                            // sends a message made from the WSDL (default)
                        """);
    }

    @Test
    void shouldSayWhatEachClassCallsAndSends() {
        ModelFixture model = new ModelFixture(folder);
        String text = new TestbedReader()
                .explain(
                        model.read(
                                        ModelFixture.OFFICE
                                                + """
                                        workload shop closed { connections new class few of Sequential { clients 2 } }
                                        workload crowd closed { stages { 2 s ramp to 5 clients } }
                                        workload rest closed { stages { 2 s at 4 clients } }
                                        workload bulk closed { batches of 500 }
                                        workload web open { rate 1 /s connections at most 3 mix { 70.5 % Sequential, 29.5 % Sequential } }
                                        """)
                                .testbed(),
                        Optional.empty());
        assertThat(text)
                .contains(
                        """
                        workload shop closed {
                            connections new
                            class few of Sequential {
                                clients 2
                                think time 0 s                      // default
                                // sends a message made from the WSDL (default)
                            }
                        }
                        """,
                        """
                        workload crowd closed {
                            connections kept                        // default
                            stages { 2 s ramp to 5 clients }
                            // warm-up: with the mean number of the measurement, because the stages begin with 0 clients
                            think time 0 s                          // default
                            // sends a message made from the WSDL (default)
                        }
                        """,
                        """
                            stages { 2 s at 4 clients }
                            // warm-up: with 4 clients, with which the stages begin
                        """,
                        """
                        workload bulk closed {
                            connections kept                        // default
                            clients 1                               // default
                            batches of 500
                            think time 0 s                          // default
                        """,
                        """
                        workload web open {
                            connections at most 3
                            rate 1 /s
                            arrivals exponential                    // default
                            mix {
                                70.5 % Sequential,
                                // sends a message made from the WSDL (default)
                                29.5 % Sequential
                                // sends a message made from the WSDL (default)
                            }
                        }
                        """);
    }

    @Test
    void shouldWriteAllDefaultsWhenNothingIsSaid() {
        ModelFixture model = new ModelFixture(folder);
        String office = ModelFixture.OFFICE.replace(": axis2", ": fixed-mocks");
        String text = new TestbedReader().explain(model.read(office).testbed(), Optional.empty());
        assertThat(text)
                .isEqualTo(
                        """
                        testbed office
                        seed 1

                        service type Quote from "wsdl/quote.wsdl"

                        service quotes : Quote {
                            instances 1                             // default
                            response time 0 s                       // default
                            reliability 100 %                       // default
                            // throughput: no limit (default)
                            uiid from "q:request/q:id"
                        }

                        process Sequential { bpel "bpel/sequential.bpel" partner quote -> quotes }

                        host here {
                            // this machine
                        }

                        server engine : reference on here {
                            // port http: a free one is chosen for each run
                            // port admin: a free one is chosen for each run
                            heap 512 MiB                            // default
                            durable false                           // default
                            binding default                         // default
                            replicas "auto"                         // default
                            workers 0                               // default
                            stealing true                           // default
                            share 0.5                               // default
                            policy affine                           // default
                            http-threads 0                          // default
                            invoker-threads 0                       // default
                            max-instances 100000                    // default
                            history 0                               // default
                            queue-capacity 10000                    // default
                            max-connections 1024                    // default
                            max-body 4 MiB                          // default
                            partner-timeout 30 s                    // default
                            grace 5 s                               // default
                            replica-kind auto                       // default
                            memory default                          // default
                            counters ""                             // default
                            registry ""                             // default
                            jvm-options ""                          // default
                        }

                        server mocks : fixed-mocks on here {
                            port http 8080                          // default
                            heap 256 MiB                            // default
                            jvm-options ""                          // default
                            serves quotes
                        }

                        workload office closed {
                            connections kept                        // default
                            clients 2
                            think time 0 s                          // default
                            // sends a message made from the WSDL (default)
                        }

                        suite Quick {
                            repeat 1                                // default
                            warm up 10 s                            // default
                            measure 60 s                            // default
                            time-out 30 s                           // default
                            drain 5 s                               // default
                            case on engine for process in (Sequential), workload in (office)
                            // Sequential-office-engine, clients on here
                        }

                        report html                                 // default
                        """);
        TestbedReader.Result again = model.read(text);
        assertThat(model.lines(again)).isEmpty();
        assertThat(withoutMarks(new TestbedReader().explain(again.testbed(), Optional.empty())))
                .isEqualTo(withoutMarks(text));
    }

    @Test
    void shouldSayWhatTheProfileAndWhatTheSuiteSays() {
        TestbedReader.Result result = new ModelFixture(folder)
                .read(
                        ModelFixture.OFFICE.replace("Quick {", "Quick { repeat 9 time-out 2 s")
                                + "profile short { repeat 2 warm up until steady at most 3 s }\ndefault profile long { measure 600 s until 30 answers at most 1 h }\n");
        assertThat(new TestbedReader().explain(result.testbed(), result.whole().profile("short")))
                .contains("\n// profile short is chosen\n")
                .contains(
                        """
                        suite Quick {
                            repeat 2                                // profile short
                            warm up until steady at most 3 s        // profile short
                            measure 60 s                            // default
                            time-out 2 s
                            drain 5 s                               // default
                        """)
                .contains("\nprofile short { repeat 2 warm up until steady at most 3 s }\n")
                .contains("\ndefault profile long { measure 600 s until 30 answers at most 1 h }\n");
        assertThat(new TestbedReader().explain(result.testbed(), Optional.empty()))
                .contains("\n// no profile is chosen\n")
                .contains("    repeat 9\n");
    }

    @Test
    void shouldSayHowManyRepetitionsAPrecisionMayTake() {
        TestbedReader.Result result = new ModelFixture(folder)
                .read(ModelFixture.OFFICE.replace("Quick {", "Quick { precision 5 %")
                        + "profile exact { precision 2 % at most 40 }\nprofile brief { repeat 3 }\n");

        assertThat(new TestbedReader().explain(result.testbed(), Optional.empty()))
                .contains("\n    precision 5 % at most 20\n")
                .doesNotContain("    repeat");
        assertThat(new TestbedReader().explain(result.testbed(), result.whole().profile("exact")))
                .contains("\n    precision 2 % at most 40                // profile exact\n")
                .contains("\nprofile exact { precision 2 % at most 40 }\n");
        assertThat(new TestbedReader().explain(result.testbed(), result.whole().profile("brief")))
                .contains("\n    repeat 3                                // profile brief\n")
                .doesNotContain("    precision");
    }

    @Test
    void shouldWriteEachLatencyOnALineOfItsOwn() {
        TestbedReader.Result result = new ModelFixture(folder)
                .read(
                        ModelFixture.OFFICE
                                + "host far\nnetwork { latency far <-> here 5 ms latency here -> far exponential(mean 1 ms) }\n");

        assertThat(new TestbedReader().explain(result.testbed(), Optional.empty()))
                .contains(
                        """
                        network {
                            latency far <-> here 5 ms
                            latency here -> far exponential(mean 1 ms)
                        }
                        """);
    }

    private static String withoutMarks(String text) {
        return text.replaceAll(" *// default", "").replace(" (default)", "");
    }
}
