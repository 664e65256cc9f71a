import { Suspense, useState } from "react";
import { later } from "../ui/later";
import { SideStep } from "../ui/SideStep";

const PersonContainer = later(() => import("./PersonContainer"), "PersonContainer");

/** Who this browser is; what can be done about it comes in a dialog. */
export function PersonStep() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <SideStep icon="user" title="Not signed in" note="Saved in this browser" onClick={() => setOpen(true)} />
      {open ? (
        <Suspense>
          <PersonContainer onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
