import { Suspense, useState } from "react";
import { later } from "../../ui/later";
import { SideStep } from "../../ui/SideStep";

const LeaveDialog = later(() => import("./LeaveDialog"), "LeaveDialog");

/** Who this browser is, and the way out. */
export function Leave() {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <SideStep icon="user" title="Not signed in" note="Kept in this browser. Leave" onClick={() => setAsked(true)} />
      {asked ? (
        <Suspense>
          <LeaveDialog onClose={() => setAsked(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
