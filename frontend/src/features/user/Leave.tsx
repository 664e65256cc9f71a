import { lazy, Suspense, useState } from "react";
import { Icon } from "../../ui/Icon";
import css from "./aside.module.css";

const LeaveDialog = lazy(() => import("./LeaveDialog").then((module) => ({ default: module.LeaveDialog })));

/** Who this browser is, and the way out. */
export function Leave() {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <button type="button" className={css.you} onClick={() => setAsked(true)}>
        <b>
          <Icon name="user" size={16} />
        </b>
        <span>
          Not signed in
          <small>Kept in this browser. Leave</small>
        </span>
      </button>
      {asked ? (
        <Suspense>
          <LeaveDialog onClose={() => setAsked(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
