package io.soabench.start;

/** An action that runs exactly once: when it is closed, or else when the program ends. For one thread. */
final class ExitHook implements AutoCloseable {

    private final Runnable task;
    private final Thread atExit;

    /** @param name of the thread that runs the action when the program ends */
    ExitHook(String name, Runnable task) {
        this.task = task;
        atExit = new Thread(task, name);
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Runs the action now, unless it has run already or the ending program runs it. */
    @Override
    public void close() {
        boolean first;
        try {
            first = Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The program is ending.
            return;
        }
        if (first) {
            task.run();
        }
    }
}
