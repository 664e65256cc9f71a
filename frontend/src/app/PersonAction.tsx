import { Suspense, useState } from "react";
import { useMe } from "../features/user/queries";
import { lazyPreload } from "../ui/lazyPreload";
import { SidebarAction } from "../ui/SidebarAction";
import { accountName } from "./accountName";

const PersonContainer = lazyPreload(() => import("./PersonContainer"), "PersonContainer");

/** The sidebar button for the account, which opens the account dialog. */
export function PersonAction() {
  const [open, setOpen] = useState(false);
  const { data: me } = useMe();
  const account = accountName(me?.user);
  return (
    <>
      <SidebarAction
        icon="user"
        title={account ?? "Not signed in"}
        note={account ? "Signed in" : "Saved in this browser"}
        onClick={() => setOpen(true)}
      />
      {open ? (
        <Suspense>
          <PersonContainer onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
