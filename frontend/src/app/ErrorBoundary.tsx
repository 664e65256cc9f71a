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

const NOT_LOADED = "Can't reach the Spyhop server. Check that it's running, then try again.";
const NOT_RENDERED = "Your data was not changed. Reloading usually helps.";

/** Whether a script or style sheet could not be loaded. Each browser words the error differently. */
const isUnfetched = ({ message }: Error): boolean => /import(ing|ed)?.*module|module script|preload/i.test(message);

/** Shows a failure in place of the children that threw; the rest of the page stays. */
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
            level={1}
            title={isUnfetched(problem) ? "Couldn't load this page" : "Couldn't display this page"}
            failure={{ message: isUnfetched(problem) ? NOT_LOADED : NOT_RENDERED }}
            onRetry={() => location.reload()}
          />
          <details>
            <summary className="opens">What went wrong</summary>
            {problem.message}
          </details>
        </div>
      </div>
    );
  }
}
