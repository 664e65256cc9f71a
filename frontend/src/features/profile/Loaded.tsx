import type { ReactNode } from "react";
import { Card } from "../../ui/Card";
import { FailureNote } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import css from "./profile.module.css";

interface LoadedProps<T> {
  /** The title of the card while its content is not there. */
  title: string;
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  children: (data: T) => ReactNode;
}

/** A card whose content is loaded: a skeleton before, and a failure with a retry. */
export function Loaded<T>({ title, query: { data, error, refetch }, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  return (
    <Card title={title}>
      {error ? (
        <FailureNote title={`Couldn't load ${title.toLowerCase()}`} failure={error} onRetry={() => void refetch()} />
      ) : (
        <div className={css.skeleton} aria-busy="true">
          <Skeleton width="100%" height={96} />
        </div>
      )}
    </Card>
  );
}
