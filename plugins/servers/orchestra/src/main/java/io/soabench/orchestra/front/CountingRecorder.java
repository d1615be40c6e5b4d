package io.soabench.orchestra.front;

import io.soabench.front.InstanceCounts;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.transaction.Status;
import javax.transaction.Synchronization;
import org.ow2.orchestra.env.Environment;
import org.ow2.orchestra.facade.data.runtime.BpelFaultData;
import org.ow2.orchestra.facade.data.runtime.ProcessInstanceData;
import org.ow2.orchestra.facade.runtime.ActivityState;
import org.ow2.orchestra.persistence.Transaction;
import org.ow2.orchestra.persistence.log.LoggerRecorder;

/** The recorder with which Orchestra is released, and a count of what was committed. Made by Orchestra, by its name. */
public final class CountingRecorder extends LoggerRecorder {

    /** The counts of the program: Orchestra makes its recorder itself, by the name of its class. */
    static final InstanceCounts TOTAL = new InstanceCounts();

    private static final Logger LOG = Logger.getLogger(CountingRecorder.class.getName());

    @Override
    public void recordInstanceStarted(ProcessInstanceData instance) {
        super.recordInstanceStarted(instance);
        onCommit(TOTAL::started);
    }

    @Override
    public void recordInstanceEnded(ProcessInstanceData instance) {
        super.recordInstanceEnded(instance);
        boolean finished = instance.getState() == ActivityState.FINISHED;
        onCommit(finished ? TOTAL::completed : TOTAL::faulted);
    }

    /** Prints a fault that no handler of the process catches: it would leave no trace otherwise. */
    @Override
    public void recordExceptionOccured(BpelFaultData fault) {
        super.recordExceptionOccured(fault);
        LOG.log(Level.WARNING, () -> fault.getActivityInstanceUUID() + ": " + fault.getBpelFault());
    }

    /** Counts at the commit: Orchestra rolls back and tries again. */
    private static void onCommit(Runnable count) {
        Transaction transaction = Environment.getFromCurrent(Transaction.class, false);
        if (transaction == null) {
            count.run();
            return;
        }
        transaction.registerSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                // Nothing is known before the end.
            }

            @Override
            public void afterCompletion(int status) {
                if (status == Status.STATUS_COMMITTED) {
                    count.run();
                }
            }
        });
    }
}
