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
record Place(int parent, Names names, boolean suppressJoinFailure, boolean exitOnStandardFault, int handlerOf) {
    Place under(int activity) {
        return new Place(activity, names, suppressJoinFailure, exitOnStandardFault, handlerOf);
    }

    Place with(Names inner) {
        return new Place(parent, inner, suppressJoinFailure, exitOnStandardFault, handlerOf);
    }

    Place suppressing(boolean value) {
        return new Place(parent, names, value, exitOnStandardFault, handlerOf);
    }

    Place exiting(boolean value) {
        return new Place(parent, names, suppressJoinFailure, value, handlerOf);
    }

    Place inHandlerOf(int scope) {
        return new Place(parent, names, suppressJoinFailure, exitOnStandardFault, scope);
    }

    int scope() {
        return names.frame.id;
    }
}
