import { Suspense, useState } from "react";
import { lazyPreload } from "../ui/lazyPreload";
import { SidebarAction } from "../ui/SidebarAction";

const PersonContainer = lazyPreload(() => import("./PersonContainer"), "PersonContainer");

/** Who this browser is; what can be done about it comes in a dialog. */
export function PersonAction() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <SidebarAction icon="user" title="Not signed in" note="Saved in this browser" onClick={() => setOpen(true)} />
      {open ? (
        <Suspense>
          <PersonContainer onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
