import { Suspense, useState } from "react";
import { plural } from "../../format/text";
import { Button } from "../../ui/Button";
import { later } from "../../ui/later";
import css from "./networks.module.css";
import type { QuietNetwork } from "./queries";

const QuietRows = later(() => import("./QuietRows"), "QuietRows");

/** The networks on which nothing was found: each says when it was looked at, and can be looked at again for everything. */
export function QuietNetworks({ networks }: { networks: readonly QuietNetwork[] }) {
  const [open, setOpen] = useState(false);
  if (networks.length === 0) return null;
  return (
    <div className={css.quiet}>
      <Button tone="link" small aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? "Hide inactive" : plural(networks.length, "inactive network")}
      </Button>
      {open ? (
        <Suspense>
          <QuietRows networks={networks} />
        </Suspense>
      ) : null}
    </div>
  );
}
