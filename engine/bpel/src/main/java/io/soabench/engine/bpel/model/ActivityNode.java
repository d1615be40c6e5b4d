package io.soabench.engine.bpel.model;

/** An activity with all its references looked up (WS-BPEL 2.0, chapters 10 to 12). */
public sealed interface ActivityNode
        permits ReceiveNode,
                ReplyNode,
                InvokeNode,
                AssignNode,
                ThrowNode,
                RethrowNode,
                WaitNode,
                EmptyNode,
                ExitNode,
                ValidateNode,
                CompensateNode,
                CompensateScopeNode,
                SequenceNode,
                IfNode,
                WhileNode,
                RepeatUntilNode,
                ForEachNode,
                PickNode,
                FlowNode,
                ScopeNode {
    /** Returns the number, place and links of the activity. */
    ActivityInfo info();

    /** Calls the method of a visitor for this kind of activity, and returns its result. */
    <R> R accept(ActivityVisitor<R> visitor);
}
