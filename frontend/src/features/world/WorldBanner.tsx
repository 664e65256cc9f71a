import type { ReactNode } from "react";
import { Button } from "../../ui/Button";
import css from "../../ui/banner.module.css";
import { Icon } from "../../ui/Icon";
import { useAskLive, type World } from "./queries";

const SILENT = "Live sources did not answer.";

const chosenBecause = ({ chosen, reason }: World): string =>
  chosen === "asked" ? "Chosen when Spyhop was started; no network is asked." : reason || SILENT;

const Banner = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className={css.banner} role="status">
    <Icon name="info" size={16} />
    <span>
      <b>Demo world: invented figures.</b> {text}
    </span>
    {children}
  </div>
);

/** Asks live sources now; otherwise the server asks them every minute. */
function AskAgain() {
  const { mutate, isPending, data, error } = useAskLive();
  const silent = data?.world.live_answers_again === false;
  return (
    <Banner text={error ? error.message : silent ? "Live sources still do not answer." : SILENT}>
      <Button small busy={isPending} onClick={() => mutate()}>
        Try again
      </Button>
    </Banner>
  );
}

/** What leads to the live world, and what became of trying. */
export interface Crossing {
  go: () => void;
  busy: boolean;
  failure?: string;
}

/** Says on every page that the figures are invented, and leads out of a demo nobody asked for; nothing in a live world. */
export function WorldBanner({ world, crossing }: { world: World | undefined; crossing?: Crossing }) {
  if (world?.kind !== "demo") return null;
  if (world.chosen === "asked" || !crossing) return <Banner text={chosenBecause(world)} />;
  // A switch that has begun is ended, whatever the sources say meanwhile.
  const begun = crossing.busy || crossing.failure !== undefined;
  if (!world.live_answers_again && !begun) return <AskAgain />;
  return (
    <Banner text={crossing.failure ?? "Live sources answer now."}>
      <Button
        small
        busy={crossing.busy}
        title="Your addresses and nicknames are added in the live world; no figure of the demo is."
        onClick={crossing.go}
      >
        Switch to live
      </Button>
    </Banner>
  );
}
