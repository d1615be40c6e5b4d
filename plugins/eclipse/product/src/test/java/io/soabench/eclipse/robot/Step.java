package io.soabench.eclipse.robot;

/** Something that a person does, and sees. */
record Step(String name, Action action) {

    /** What is done, on the robot's thread; it throws what it has seen instead of what it should. */
    interface Action {
        void run() throws Exception;
    }
}
