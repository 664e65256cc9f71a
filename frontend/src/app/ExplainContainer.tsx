import { type ReactNode, Suspense, useCallback } from "react";
import { useSearchParams } from "react-router";
import type { LeftOutAction } from "../features/figure/LeftOut";
import { ExplainContext } from "../ui/explain";
import { lazyPart } from "../ui/lazyPart";

const ExplainDrawer = lazyPart(() => import("../features/figure/ExplainDrawer"), "ExplainDrawer");

const PARAM = "explain";

interface ExplainContainerProps {
  /** The token of a visitor's share session. */
  visitorToken?: string;
  /** Renders the action for an entry that a figure leaves out. */
  leftOutAction?: LeftOutAction;
  children: ReactNode;
}

/** Provides the explanation drawer for all figures below it. The open figure is kept in the URL, so Back closes the drawer. */
export function ExplainContainer({ visitorToken, leftOutAction, children }: ExplainContainerProps) {
  const [params, setParams] = useSearchParams();
  const figure = params.get(PARAM);
  const open = useCallback(
    (id: string) => setParams((old) => withFigure(old, id), { preventScrollReset: true }),
    [setParams],
  );
  const close = () => setParams((old) => withFigure(old, null), { replace: true, preventScrollReset: true });
  return (
    <ExplainContext value={open}>
      {children}
      {figure ? (
        <Suspense>
          <ExplainDrawer
            key={figure}
            figure={figure}
            visitorToken={visitorToken}
            leftOutAction={leftOutAction}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </ExplainContext>
  );
}

function withFigure(old: URLSearchParams, figure: string | null): URLSearchParams {
  const next = new URLSearchParams(old);
  if (figure === null) next.delete(PARAM);
  else next.set(PARAM, figure);
  return next;
}
