package io.soabench.local;

import io.soabench.driver.Driver;
import io.soabench.driver.DriverContract;
import io.soabench.driver.run.Settings;
import io.soabench.plan.HostClock;
import java.util.List;

/** The local driver keeps the contract. */
class LocalDriverIT extends DriverContract {

    @Override
    protected Driver driver() {
        return new LocalDriver(List.of(), Settings.STANDARD, HostClock.system());
    }
}
