import { Suspense, useState } from "react";
import { lazyPreload } from "../ui/lazyPreload";
import { SidebarAction } from "../ui/SidebarAction";

const PersonContainer = lazyPreload(() => import("./PersonContainer"), "PersonContainer");

/** The sidebar button for the account, which opens the account dialog. */
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
