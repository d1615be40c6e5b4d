package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.ask;
import static io.soabench.engine.runtime.activity.ProcessFixture.between;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.durable.DurableInstances;
import io.soabench.engine.runtime.durable.RequestKeys;
import io.soabench.engine.runtime.journal.DurabilityListener;
import io.soabench.engine.runtime.journal.JournalIdentity;
import io.soabench.engine.runtime.journal.JournalReader;
import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.JournalSettings;
import io.soabench.engine.runtime.journal.SimulatedDisk;
import io.soabench.engine.runtime.journal.instance.HistoryCollector;
import io.soabench.engine.runtime.journal.instance.InstanceLog;
import io.soabench.engine.runtime.journal.record.Progress;
import io.soabench.engine.runtime.journal.record.RecordCodec;
import io.soabench.engine.runtime.journal.record.RecordType;
import io.soabench.engine.runtime.journal.record.Recorded;
import io.soabench.engine.runtime.journal.record.RecordedEvent;
import io.soabench.engine.runtime.journal.record.RecordedMessage;
import io.soabench.engine.runtime.kernel.InstanceRecord;
import io.soabench.engine.runtime.kernel.Receipt;
import io.soabench.engine.runtime.kernel.ReplyTo;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Instances with a journal: when their effects leave, and what there is of them after a crash. */
@Timeout(60)
class DurableInstancesTest {
    private static final int SEGMENT = 64 * 1024;
    private static final int FLIPS = 100;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final JournalIdentity OWNER = new JournalIdentity(new UUID(1, 2), 0);
    private static final ReplyTo NOBODY = ReplyTo.NOBODY;

    private final HeldDisk disk = new HeldDisk(new SimulatedDisk(new Random(1)));
    private final BlockingQueue<Runnable> loop = new LinkedBlockingQueue<>();
    private final AtomicReference<IOException> failure = new AtomicReference<>();
    private final List<DurableInstances> opened = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        disk.release();
        for (DurableInstances instances : opened) {
            instances.close();
        }
    }

    private DurableInstances open(HeldDisk on, ProcessFixture process) throws IOException {
        return open(on, process, DurableInstances.DEFAULT_SNAPSHOT_RECORDS);
    }

    private DurableInstances open(HeldDisk on, ProcessFixture process, int snapshotRecords) throws IOException {
        DurableInstances instances = DurableInstances.open(
                on,
                OWNER,
                SEGMENT,
                process.worker,
                new RequestKeys(RequestKeys.Bounds.DEFAULT, process.worker),
                snapshotRecords);
        opened.add(instances);
        process.deployment.stored(1, ZoneId.of("UTC"));
        DurableInstances.attach(process.kernel, List.of(instances), List.of(loop::add), () -> null, failure::set);
        return instances;
    }

    private static DurableInstances.Recovered recover(DurableInstances instances, ProcessFixture process) {
        return instances.recover(
                version -> version == 1 ? process.deployment : null,
                (deployment, id, records) -> {
                    var done = process.recover(id, records);
                    process.worker.drain();
                    return done;
                },
                (operation, addressing, form) -> NOBODY);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long endMs = 0;
        while (!condition.getAsBoolean()) {
            assertThat(endMs++).as("waits of a millisecond").isLessThan(30_000);
            new CountDownLatch(1).await(1, TimeUnit.MILLISECONDS);
        }
    }

    /** Lets effects leave, and everything follow from them, until there is what is to be. */
    private void work(ProcessFixture process, BooleanSupplier until) throws InterruptedException {
        await(() -> {
            for (Runnable task = loop.poll(); task != null; task = loop.poll()) {
                task.run();
            }
            process.worker.drain();
            return until.getAsBoolean();
        });
    }

    @Test
    void shouldHoldEffectsUntilTheDiskHasWhatTheyFollowFrom() throws Exception {
        ProcessFixture process = between(ask("first") + ask("second") + respond("'done'"));
        DurableInstances instances = open(disk, process);
        instances.letEffectsLeave();
        disk.hold();

        ProcessFixture.Answer answer = process.run();

        assertThat(instances.statistics().waitingBytes()).isPositive();
        assertThat(process.asked).isEmpty();
        assertThat(loop).isEmpty();

        disk.release();
        work(process, () -> process.completed() == 1);
        work(process, answer::isGiven);
        assertThat(process.asked).containsExactly("first", "second");
        assertThat(answer.text()).isEqualTo("done");
        work(process, () -> instances.liveInstances() == 0);
        assertThat(instances.liveBytes()).isZero();
        assertThat(process.errors).isEmpty();
    }

    @Test
    void shouldGoOnAfterACrash() throws Exception {
        Supplier<ProcessFixture> made = () -> between(
                ask("first") + ask("hold") + "<wait><for>'PT5S'</for></wait>" + ask("last") + respond("'done'"));
        ProcessFixture process = made.get();
        open(disk, process).letEffectsLeave();
        process.run();
        work(process, () -> process.asked.contains("hold"));

        ProcessFixture next = made.get();
        DurableInstances again = open(disk.afterCrash(), next);
        assertThat(again.versions()).containsExactly(1L);
        assertThat(again.highestId()).isEqualTo(1);
        DurableInstances.Recovered recovered = recover(again, next);

        assertThat(recovered).isEqualTo(new DurableInstances.Recovered(1, 0, List.of()));
        assertThat(next.asked).as("before the engine has recovered").isEmpty();
        again.letEffectsLeave();
        work(next, () -> next.asked.contains("hold"));
        next.release("hold");
        next.worker.pass(5 * SECOND_NS);
        work(next, () -> next.completed() == 1);
        assertThat(next.asked).containsExactly("hold", "last");
        work(next, () -> again.liveInstances() == 0);
        assertThat(next.errors).isEmpty();
    }

    /** A message that had an acknowledgement is refused by it when no activity takes it, and not by an answer. */
    @Test
    void shouldRecoverAnAcknowledgedMessageWithAnAcknowledgement() throws Exception {
        Supplier<ProcessFixture> made = () -> ProcessFixture.of(
                "<receive partnerLink=\"client\" operation=\"start\" variable=\"started\" createInstance=\"yes\"/>"
                        + ask("hold"));
        ProcessFixture process = made.get();
        open(disk, process).letEffectsLeave();
        ProcessFixture.Answer answer = new ProcessFixture.Answer();
        assertThat(process.offer(
                        "start", ProcessFixture.xml("<c:start xmlns:c=\"urn:fixture:client\">k</c:start>"), answer))
                .isTrue();
        work(process, () -> answer.isGiven() && process.asked.contains("hold"));
        assertThat(answer.text()).isEqualTo("taken");

        ProcessFixture next = made.get();
        List<InstanceRecord> recovered = new ArrayList<>();
        open(disk.afterCrash(), next)
                .recover(
                        version -> next.deployment,
                        (deployment, id, records) -> {
                            recovered.addAll(records);
                            var done = next.recover(id, records);
                            next.worker.drain();
                            return done;
                        },
                        (operation, addressing, form) -> NOBODY);

        assertThat(recovered).first().isInstanceOfSatisfying(InstanceRecord.Started.class, start -> assertThat(
                        start.message().receipt())
                .isNotSameAs(Receipt.NONE));
        assertThat(next.running()).isEqualTo(1);
    }

    @Test
    void shouldAnswerANewInstanceBeforeThoseOfEarlierLivesMayCallPartners() throws Exception {
        ProcessFixture process = between(respond("'done'"));
        DurableInstances instances = open(disk, process);

        ProcessFixture.Answer answer = process.run();
        work(process, answer::isGiven);
        instances.letEffectsLeave();

        assertThat(answer.text()).isEqualTo("done");
    }

    @Test
    void shouldRepeatTheCallsOfSomeInstancesAfterTheOthers() throws Exception {
        Supplier<ProcessFixture> made =
                () -> between(ask("hold") + "<wait><for>'PT5S'</for></wait>" + ask("last") + respond("'done'"));
        ProcessFixture process = made.get();
        DurableInstances instances = open(disk, process);
        instances.letEffectsLeave();
        process.run();
        work(process, () -> process.asked.size() == 1);
        process.release("hold");
        for (int i = 0; i < 3; i++) {
            process.run();
        }
        work(process, () -> process.asked.size() == 4);
        instances.close();

        ProcessFixture next = made.get();
        DurableInstances again = open(disk, next);
        assertThat(recover(again, next).running()).isEqualTo(4);

        assertThat(again.letEffectsLeave(2)).isTrue();
        work(next, () -> next.asked.size() == 2);
        // The one that only waits for its alarm is let go with the first ones.
        next.worker.pass(5 * SECOND_NS);
        work(next, () -> next.asked.contains("last"));
        assertThat(next.asked).containsExactly("hold", "hold", "last");
        assertThat(again.letEffectsLeave(2)).isFalse();
        work(next, () -> next.asked.size() == 4);
        assertThat(next.asked).containsExactly("hold", "hold", "last", "hold");
    }

    /** A kernel that stops tells its instances that their calls have failed. */
    @Test
    void shouldForgetWhatHappensWhileTheEngineStops() throws Exception {
        Supplier<ProcessFixture> made = () -> between(ask("hold") + respond("'done'"));
        ProcessFixture process = made.get();
        DurableInstances instances = open(disk, process);
        instances.letEffectsLeave();
        process.run();
        work(process, () -> process.asked.contains("hold"));

        instances.freeze();
        process.answer("hold", "too late");
        process.worker.drain();
        instances.close();

        ProcessFixture next = made.get();
        DurableInstances again = open(disk, next);
        assertThat(recover(again, next).running()).isOne();
        again.letEffectsLeave();
        work(next, () -> next.asked.contains("hold"));
    }

    @Test
    void shouldLetNothingLeaveWhenTheDiskIsBroken() throws Exception {
        ProcessFixture process = between(ask("first") + respond("'done'"));
        open(disk, process).letEffectsLeave();
        disk.spoil();

        process.run();

        await(() -> failure.get() != null);
        assertThat(failure.get()).hasMessage("broken");
        assertThat(loop).isEmpty();
        assertThat(process.asked).isEmpty();
    }

    @Test
    void shouldNotRecordWhatIsNotStored() throws Exception {
        ProcessFixture process = between(ask("first") + respond("'done'"));
        DurableInstances instances = open(disk, process);
        process.deployment.stored(0, ZoneId.of("UTC"));

        assertThat(process.run().text()).isEqualTo("done");

        assertThat(instances.statistics().waitingBytes()).isZero();
        assertThat(instances.statistics().records()).isZero();
    }

    @Test
    void shouldLeaveInstancesAloneThatCannotBeMadeAnew() throws Exception {
        RecordCodec codec = new RecordCodec();
        InstanceLog log = log(1);
        RecordedMessage message = new RecordedMessage(0, List.of(), null, null, null);
        log.appendQuietly(
                codec.encode(
                        new Recorded(5, 1, new Progress(0, 0, 0, 0), new RecordedEvent.Started(9, message, List.of()))),
                new Unheard());
        log.appendQuietly(
                codec.encode(new Recorded(6, 2, new Progress(0, 0, 0, 0), new RecordedEvent.Rang(1))), new Unheard());
        log.journal().close();

        ProcessFixture process = between(respond("'done'"));
        DurableInstances instances = open(disk, process);

        assertThat(instances.highestId()).isEqualTo(6);
        assertThat(recover(instances, process).quarantined())
                .containsExactly(
                        "Instance 5 is left alone: there is no version 9 of its process.",
                        "Instance 6 is left alone: some of its records are missing.");
        assertThat(instances.recovered()).isEqualTo(instances.toRecover()).isEqualTo(2);
    }

    @Test
    void shouldRefuseInstancesOfOtherSemantics() throws Exception {
        InstanceLog log = log(DurableInstances.SEMANTICS + 1);
        log.appendQuietly(
                new RecordCodec().encode(new Recorded(6, 2, new Progress(0, 0, 0, 0), new RecordedEvent.Rang(1))),
                new Unheard());
        log.journal().close();
        ProcessFixture process = between(respond("'done'"));

        assertThatThrownBy(() -> open(disk, process))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "The journal has instances that only another version of the engine can make anew (1 of semantics"
                                + " [2], this one has 1); start that version and let them end, or stop it with"
                                + " --snapshot-at-stop and start this one if it is the later one. The command 'journal end'"
                                + " ends instances that it leaves alone.");
    }

    private static final String STOPPED =
            ask("first") + ask("hold") + "<wait><for>'PT5S'</for></wait>" + ask("last") + respond("'done'");

    /** Stops an engine whose instance waits for an answer, after it has recorded its state. */
    private void stopWithSnapshot(HeldDisk on, ProcessFixture process) throws Exception {
        DurableInstances instances = open(on, process);
        instances.letEffectsLeave();
        process.run();
        work(process, () -> process.asked.contains("hold"));
        assertThat(snapshot(instances, process)).isZero();
        instances.freeze();
        instances.close();
    }

    /** As by a thread of the worker, so that the instance records its state at once. */
    private static int snapshot(DurableInstances instances, ProcessFixture process) {
        int[] kept = {-1};
        process.worker.execute(() -> kept[0] =
                DurableInstances.snapshot(process.kernel, List.of(instances), Duration.ofSeconds(20), process.worker));
        process.worker.drain();
        return kept[0];
    }

    @Test
    void shouldGoOnFromASnapshotWithoutTheRecordsBefore() throws Exception {
        stopWithSnapshot(disk, between(STOPPED));
        ProcessFixture next = between(STOPPED);
        DurableInstances again = open(disk, next);
        assertThat(again.versions()).containsExactly(1L);
        List<InstanceRecord> records = new ArrayList<>();

        DurableInstances.Recovered recovered = again.recover(
                version -> next.deployment,
                (deployment, id, past) -> {
                    records.addAll(past);
                    var done = next.recover(id, past);
                    next.worker.drain();
                    return done;
                },
                (operation, addressing, form) -> NOBODY);

        assertThat(recovered).isEqualTo(new DurableInstances.Recovered(1, 0, List.of()));
        assertThat(records).singleElement().isInstanceOf(InstanceRecord.Snapshot.class);
        again.letEffectsLeave();
        work(next, () -> next.asked.contains("hold"));
        next.release("hold");
        next.worker.pass(5 * SECOND_NS);
        work(next, () -> next.completed() == 1);
        assertThat(next.asked).containsExactly("hold", "last");
        work(next, () -> again.liveInstances() == 0);
        assertThat(next.errors).isEmpty();
    }

    /** The state that is recorded is the last word about the instance in this start of the engine. */
    @Test
    void shouldRecordNothingAfterTheSnapshotOfAnEngineThatStops() throws Exception {
        ProcessFixture process = between(STOPPED);
        DurableInstances instances = open(disk, process);
        instances.letEffectsLeave();
        process.run();
        work(process, () -> process.asked.contains("hold"));
        assertThat(snapshot(instances, process)).isZero();

        process.answer("hold", "too late");
        process.worker.drain();
        process.worker.pass(5 * SECOND_NS);
        process.worker.drain();
        assertThat(process.asked).as("effects after the snapshot").doesNotContain("last");
        instances.freeze();
        instances.close();

        ProcessFixture next = between(STOPPED);
        DurableInstances again = open(disk, next);
        assertThat(recover(again, next).running()).isOne();
        again.letEffectsLeave();
        work(next, () -> next.asked.contains("hold"));
    }

    @Test
    void shouldGoOnFromSnapshotsOfAnEarlierVersionOnly() throws Exception {
        stopWithSnapshot(disk, between(STOPPED));
        List<JournalRecord> records = new ArrayList<>();
        JournalReader.read(disk, OWNER, (segment, record) -> records.add(record));
        assertThat(records).last().satisfies(record -> assertThat(record.type())
                .isEqualTo(RecordType.SNAPSHOT.number()));

        HeldDisk withSnapshot = new HeldDisk(new SimulatedDisk(new Random(2)));
        write(withSnapshot, DurableInstances.SEMANTICS - 1, records);
        ProcessFixture next = between(STOPPED);
        assertThat(recover(open(withSnapshot, next), next).running()).isOne();

        HeldDisk withoutSnapshot = new HeldDisk(new SimulatedDisk(new Random(3)));
        write(withoutSnapshot, DurableInstances.SEMANTICS - 1, records.subList(0, records.size() - 1));
        assertThatThrownBy(() -> open(withoutSnapshot, between(STOPPED)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("can make anew (1 of semantics");

        HeldDisk ofALaterOne = new HeldDisk(new SimulatedDisk(new Random(4)));
        write(ofALaterOne, DurableInstances.SEMANTICS + 1, records);
        assertThatThrownBy(() -> open(ofALaterOne, between(STOPPED)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("start that version and let them end");
    }

    /** Records after a snapshot are replayed, so an engine with other semantics must not have written them. */
    @Test
    void shouldRefuseRecordsOfAnotherVersionAfterASnapshot() throws Exception {
        stopWithSnapshot(disk, between(STOPPED));
        List<JournalRecord> records = new ArrayList<>();
        JournalReader.read(disk, OWNER, (segment, record) -> records.add(record));
        long next = records.get(records.size() - 1).sequence() + 1;
        records.add(
                new RecordCodec().encode(new Recorded(1, next, new Progress(9, 0, 0, 0), new RecordedEvent.Rang(1))));
        HeldDisk other = new HeldDisk(new SimulatedDisk(new Random(2)));
        write(other, DurableInstances.SEMANTICS - 1, records);

        assertThatThrownBy(() -> open(other, between(STOPPED)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("or stop it with --snapshot-at-stop");
    }

    private static void write(HeldDisk on, int semantics, List<JournalRecord> records) throws IOException {
        InstanceLog log = InstanceLog.open(
                on, OWNER, new JournalSettings(SEGMENT, semantics, () -> 0), new HistoryCollector(), () -> 0);
        records.forEach(record -> log.appendQuietly(record, new Unheard()));
        log.journal().close();
    }

    /** A changed bit is reported, or it is none of the journal's and the instance is as it was. */
    @Test
    void shouldNotGoOnSilentlyFromAFlippedBit() throws Exception {
        Random random = new Random(1);
        int reported = 0;
        for (int flip = 0; flip < FLIPS; flip++) {
            SimulatedDisk flipped = new SimulatedDisk(new Random(flip));
            HeldDisk on = new HeldDisk(flipped);
            stopWithSnapshot(on, between(STOPPED));
            int file = flipped.list().get(0);
            flipped.flip(file, random.nextInt(8 * used(flipped.content(file))));
            ProcessFixture next = between(STOPPED);
            DurableInstances again = open(on, next);
            if (!again.damage().isEmpty()) {
                reported++;
                continue;
            }
            assertThat(recover(again, next)).isEqualTo(new DurableInstances.Recovered(1, 0, List.of()));
            again.letEffectsLeave();
            work(next, () -> next.asked.contains("hold"));
            next.release("hold");
            next.worker.pass(5 * SECOND_NS);
            work(next, () -> next.completed() == 1);
            assertThat(next.asked).containsExactly("hold", "last");
        }
        assertThat(reported).isBetween(FLIPS / 4, FLIPS);
    }

    private static int used(byte[] content) {
        int used = content.length;
        while (used > 1 && content[used - 1] == 0) {
            used--;
        }
        return used;
    }

    @Test
    void shouldLeaveAnInstanceAloneWhoseSnapshotFitsNoProgram() throws Exception {
        stopWithSnapshot(disk, between(STOPPED));
        ProcessFixture other = between(ask("first") + ask("hold") + respond("'done'"));
        DurableInstances again = open(disk, other);

        assertThat(recover(again, other).quarantined()).hasSize(1);
        assertThat(other.errors).singleElement().satisfies(error -> assertThat(error)
                .hasMessage(
                        "Instance 1 of 'test' cannot be made anew of its snapshot: this engine makes another program of"
                                + " its process."));
        assertThat(other.running()).isZero();
    }

    /** An instance that takes 60 messages, one after the other. */
    private static final String LOOP = ProcessFixture.set("$i", "0")
            + "<while><condition>$i &lt; 60</condition><sequence>"
            + "<receive partnerLink=\"client\" operation=\"start\" variable=\"started\"/>"
            + ProcessFixture.set("$i", "$i + 1") + "</sequence></while>" + respond("$i");

    private static void sendStarts(ProcessFixture process, int number, int length) {
        for (int i = 0; i < number; i++) {
            process.send(
                    "start",
                    ProcessFixture.xml("<c:start xmlns:c=\"urn:fixture:client\">" + "x".repeat(length) + "</c:start>"));
        }
    }

    @Test
    void shouldReplaceTheRecordsOfARunningInstance() throws Exception {
        ProcessFixture process = between(LOOP);
        DurableInstances instances = open(disk, process, 5);
        instances.letEffectsLeave();
        process.run();
        sendStarts(process, 30, 1_000);
        work(process, () -> instances.statistics().waitingBytes() == 0);

        // The start and 30 messages were replaced, all but the last ones.
        assertThat(instances.snapshots()).isBetween(3L, 8L);
        assertThat(instances.replacedRecords()).isBetween(15L, 31L);
        assertThat(instances.liveBytes()).isLessThan(15_000);
        assertThat(instances.liveInstances()).isEqualTo(1);

        ProcessFixture next = between(LOOP);
        DurableInstances again = open(disk.afterCrash(), next, 5);
        List<InstanceRecord> records = new ArrayList<>();
        again.recover(
                version -> next.deployment,
                (deployment, id, past) -> {
                    records.addAll(past);
                    var done = next.recover(id, past);
                    next.worker.drain();
                    return done;
                },
                (operation, addressing, form) -> NOBODY);
        assertThat(records).first().isInstanceOf(InstanceRecord.Snapshot.class);
        assertThat(records).hasSizeLessThan(15);
        assertThat(again.snapshots()).as("snapshots by the recovery").isZero();
        again.letEffectsLeave();
        sendStarts(next, 30, 1_000);
        work(next, () -> next.completed() == 1);
        assertThat(again.snapshots()).isBetween(3L, 8L);
        work(next, () -> again.liveInstances() == 0);
        assertThat(next.errors).isEmpty();
        assertThat(process.errors).isEmpty();
    }

    @Test
    void shouldKeepRecordsThatHaveFewBytesForTheState() throws Exception {
        ProcessFixture process = between(LOOP);
        DurableInstances instances = open(disk, process, 5);
        instances.letEffectsLeave();
        process.send("run", ProcessFixture.request("1", 1, "<c:item>" + "x".repeat(20_000) + "</c:item>"));
        sendStarts(process, 30, 10);
        work(process, () -> instances.statistics().waitingBytes() == 0);
        assertThat(instances.snapshots()).isZero();

        ProcessFixture next = between(LOOP);
        DurableInstances again = open(disk.afterCrash(), next, 5);
        assertThat(recover(again, next)).isEqualTo(new DurableInstances.Recovered(1, 0, List.of()));
        again.letEffectsLeave();
        sendStarts(next, 30, 10);
        work(next, () -> next.completed() == 1);
        assertThat(again.snapshots()).isZero();
        assertThat(next.errors).isEmpty();
        assertThat(process.errors).isEmpty();
    }

    private InstanceLog log(int semantics) throws IOException {
        return InstanceLog.open(
                disk, OWNER, new JournalSettings(SEGMENT, semantics, () -> 0), new HistoryCollector(), () -> 0);
    }

    private static final class Unheard implements DurabilityListener {
        @Override
        public void durable(long segment) {
            // The test closes the journal, which writes everything.
        }

        @Override
        public void failed(IOException cause) {
            throw new AssertionError(cause);
        }
    }
}
