import { Suspense, useState } from "react";
import { useMe } from "../features/user/queries";
import { IconButton } from "../ui/Button";
import { lazyPart } from "../ui/lazyPart";
import { SidebarAction } from "../ui/SidebarAction";
import { accountName } from "./accountName";

const PersonContainer = lazyPart(() => import("./PersonContainer"), "PersonContainer");

/** The button for the account, which opens the account dialog: in the sidebar and the footer, or as an icon in a row. */
export function PersonAction({ isIcon }: { isIcon?: boolean }) {
  const [open, setOpen] = useState(false);
  const { data: me } = useMe();
  const account = accountName(me?.user);
  const onClick = () => setOpen(true);
  return (
    <>
      {isIcon ? (
        <IconButton icon="user" label="Account" aria-haspopup="dialog" onClick={onClick} />
      ) : (
        <SidebarAction
          icon="user"
          title={account ?? "Not signed in"}
          note={account ? "Signed in" : "Saved in this browser"}
          onClick={onClick}
        />
      )}
      {open ? (
        <Suspense>
          <PersonContainer onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
