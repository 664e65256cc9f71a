import { Suspense, useState } from "react";
import { later } from "../../ui/later";
import { SideStep } from "../../ui/SideStep";

const PersonDialog = later(() => import("./PersonDialog"), "PersonDialog");

/** Who this browser is; what can be done about it comes in a dialog. */
export function Person() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <SideStep icon="user" title="Not signed in" note="Saved in this browser" onClick={() => setOpen(true)} />
      {open ? (
        <Suspense>
          <PersonDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
