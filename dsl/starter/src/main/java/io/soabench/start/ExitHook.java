package io.soabench.start;

/** An action that runs exactly once: when it is closed, or else when the program ends. For one thread. */
final class ExitHook implements AutoCloseable {

    private final Runnable task;
    private final Thread atExit;

    /** @param name of the thread that does it when the program ends */
    ExitHook(String name, Runnable task) {
        this.task = task;
        atExit = new Thread(task, name);
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Runs the action now, unless the ending program runs it already. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            return;
        }
        task.run();
    }
}
