package io.soabench.engine.bpel.model;

/**
 * The position of an activity while it is read.
 *
 * @param parent the id of the enclosing activity, -1 for the process
 * @param names the visible names
 * @param suppressJoinFailure the inherited value
 * @param exitOnStandardFault the inherited value
 * @param handlerOf the scope of the innermost enclosing fault, compensation or termination handler; -1 outside
 */
record BindingContext(
        int parent, Names names, boolean suppressJoinFailure, boolean exitOnStandardFault, int handlerOf) {
    BindingContext under(int activity) {
        return new BindingContext(activity, names, suppressJoinFailure, exitOnStandardFault, handlerOf);
    }

    BindingContext with(Names inner) {
        return new BindingContext(parent, inner, suppressJoinFailure, exitOnStandardFault, handlerOf);
    }

    BindingContext suppressing(boolean value) {
        return new BindingContext(parent, names, value, exitOnStandardFault, handlerOf);
    }

    BindingContext exiting(boolean value) {
        return new BindingContext(parent, names, suppressJoinFailure, value, handlerOf);
    }

    BindingContext inHandlerOf(int scope) {
        return new BindingContext(parent, names, suppressJoinFailure, exitOnStandardFault, scope);
    }

    int scope() {
        return names.frame.id;
    }
}
