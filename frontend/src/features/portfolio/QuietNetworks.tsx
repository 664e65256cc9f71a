import { Suspense, useState } from "react";
import { plural } from "../../format/text";
import { Button } from "../../ui/Button";
import { lazyPart } from "../../ui/lazyPart";
import type { QuietNetwork } from "./types";

const QuietRows = lazyPart(() => import("./QuietRows"), "QuietRows");

/** The networks on which nothing was found, with the time of the scan and a rescan button. */
export function QuietNetworks({ networks }: { networks: readonly QuietNetwork[] }) {
  const [open, setOpen] = useState(false);
  if (networks.length === 0) return null;
  return (
    <div>
      <Button tone="link" small aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {plural(networks.length, "inactive network")}
      </Button>
      {open ? (
        <Suspense>
          <QuietRows networks={networks} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
