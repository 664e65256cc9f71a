import type { ReactNode } from "react";
import { Button } from "./Button";
import { Icon, type IconName } from "./Icon";
import { Logo } from "./Logo";
import css from "./note.module.css";

/** A failure: a sentence, and the request id to quote if there is one. */
export interface Failure {
  message: string;
  requestId?: string;
}

interface FailureNoteProps {
  /** Set if the title is the heading of the page. */
  level?: 1;
  title: string;
  failure: Failure;
  onRetry?: () => void;
}

/** An error in place of the content: what failed, why, and a retry button. */
export function FailureNote({ level, title, failure, onRetry }: FailureNoteProps) {
  return (
    <div className={css.note} role="alert">
      <span className={css.bad}>
        <Icon name="alert" />
      </span>
      <div>
        {level ? <h1 className={css.title}>{title}</h1> : <p className={css.title}>{title}</p>}
        <p>{failure.message}</p>
        <div className={css.actions}>
          {onRetry ? (
            <Button small icon="refresh" onClick={onRetry}>
              Try again
            </Button>
          ) : null}
          {failure.requestId ? <span className={css.request}>Request {failure.requestId}</span> : null}
        </div>
      </div>
    </div>
  );
}

/** A short error beside its control. */
export function InlineFailure({ children }: { children: ReactNode }) {
  return (
    <p className={css.inline} role="alert">
      <Icon name="alert" size={14} />
      <span>{children}</span>
    </p>
  );
}

interface EmptyStateProps {
  /** Set if the title is the heading of the page. */
  level?: 1;
  icon: IconName | "whale";
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}

/** An empty state: what is empty, why, and what to do. */
export function EmptyState({ level, icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={css.empty}>
      {icon === "whale" ? (
        <Logo size={72} />
      ) : (
        <span className={css.round}>
          <Icon name={icon} size={20} />
        </span>
      )}
      {level ? <h1 className={css.title}>{title}</h1> : <p className={css.title}>{title}</p>}
      <p>{children}</p>
      {actions ? <div className={css.actions}>{actions}</div> : null}
    </div>
  );
}
