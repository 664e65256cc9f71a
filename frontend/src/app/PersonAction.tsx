import { Suspense, useState } from "react";
import { useMe } from "../features/user/queries";
import { IconButton } from "../ui/Button";
import { lazyPart } from "../ui/lazyPart";
import { SidebarAction } from "../ui/SidebarAction";
import { useMenu } from "../ui/useMenu";
import { accountName } from "./accountName";
import type { PersonDialog } from "./PersonDialogs";
import css from "./personAction.module.css";

const PersonMenu = lazyPart(() => import("./PersonMenu"), "PersonMenu");
const PersonDialogs = lazyPart(() => import("./PersonDialogs"), "PersonDialogs");

/** The button for the account, which opens its menu: in the sidebar and the footer, or as an icon in a row. */
export function PersonAction({ isIcon }: { isIcon?: boolean }) {
  const [dialog, setDialog] = useState<PersonDialog | null>(null);
  const { id, isOpen, close, root, button } = useMenu();
  const { data: me } = useMe();
  const account = accountName(me?.user);
  return (
    <div className={css.person} {...root}>
      {isIcon ? (
        <IconButton icon="user" label="Account" {...button} />
      ) : (
        <SidebarAction
          icon="user"
          title={account ?? "Not signed in"}
          note={account ? "Signed in" : "Saved in this browser"}
          {...button}
        />
      )}
      <Suspense>
        {isOpen ? <PersonMenu id={id} account={account} isAbove={!isIcon} onOpen={setDialog} onClose={close} /> : null}
        {dialog ? (
          <PersonDialogs dialog={dialog} isRegistered={account !== null} onClose={() => setDialog(null)} />
        ) : null}
      </Suspense>
    </div>
  );
}
