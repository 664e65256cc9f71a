import { Component, type ReactNode } from "react";
import { FailureNote } from "../ui/Note";
import css from "./boundary.module.css";

interface Props {
  /** A new key, such as the path, clears the failure. */
  resetKey?: string;
  children: ReactNode;
}

interface State {
  problem: Error | null;
  key: string | undefined;
}

/** Catches what a part could not draw and says so in its place; the rest of the page stays. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { problem: null, key: this.props.resetKey };

  static getDerivedStateFromError(problem: Error): Partial<State> {
    return { problem };
  }

  static getDerivedStateFromProps({ resetKey }: Props, { key }: State): Partial<State> | null {
    return resetKey === key ? null : { problem: null, key: resetKey };
  }

  override render(): ReactNode {
    const { problem } = this.state;
    if (!problem) return this.props.children;
    return (
      <div className={css.page}>
        <div className={css.box}>
          <FailureNote
            title="This page could not be drawn"
            failure={{ message: "Nothing of yours was changed. Loading it again usually helps." }}
            onRetry={() => location.reload()}
          />
          <details>
            <summary>What went wrong</summary>
            {problem.message}
          </details>
        </div>
      </div>
    );
  }
}
