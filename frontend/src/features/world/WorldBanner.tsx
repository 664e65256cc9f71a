import type { ReactNode } from "react";
import { Button } from "../../ui/Button";
import css from "../../ui/banner.module.css";
import { Icon } from "../../ui/Icon";
import { useRetryLiveSources } from "./mutations";
import type { World } from "./types";

const INVENTED = "These figures are invented";

const Banner = ({ text, children }: { text: ReactNode; children?: ReactNode }) => (
  <div className={css.banner} role="status">
    <Icon name="info" size={16} />
    <span>{text}</span>
    {children}
  </div>
);

/** What the figures are, and what leaves the machine: an automatic demo retries live sources, a chosen one sends nothing. */
function Demo({ chosen, reason }: World) {
  if (chosen !== "asked" && reason) return <Banner text={reason} />;
  const sent = chosen === "asked" ? "no requests are sent." : "live sources are retried in the background.";
  return (
    <Banner
      text={
        <>
          <b>Demo data.</b> {INVENTED}; {sent}
        </>
      }
    />
  );
}

const Unreached = ({ text, children }: { text: string; children: ReactNode }) => (
  <Banner
    text={
      <>
        <b>Demo data.</b> {INVENTED}. {text}
      </>
    }
  >
    {children}
  </Banner>
);

/** Retries live sources now; otherwise the server retries them every minute. */
function AskAgain() {
  const { mutate, isPending, data, error } = useRetryLiveSources();
  const silent = data?.world.live_answers_again === false;
  return (
    <Unreached
      text={error?.message ?? (silent ? "Still no answer from live sources." : "Couldn't reach live sources.")}
    >
      <Button small busy={isPending} onClick={() => mutate()}>
        Retry
      </Button>
    </Unreached>
  );
}

/** What leads to the live world, and what became of trying. */
export interface Crossing {
  go: () => void;
  busy: boolean;
  failure?: string;
}

/** Says on every page that the figures are invented, and leads out of an automatic demo; nothing with live data. */
export function WorldBanner({ world, crossing }: { world: World | undefined; crossing?: Crossing }) {
  if (world?.kind !== "demo") return null;
  if (world.chosen === "asked" || !crossing) return <Demo {...world} />;
  // A switch that has begun is ended, whatever the sources say meanwhile.
  const begun = crossing.busy || crossing.failure !== undefined;
  if (!world.live_answers_again && !begun) return <AskAgain />;
  return (
    <Unreached text={crossing.failure ?? "Live sources are available."}>
      <Button
        small
        busy={crossing.busy}
        title="Keeps your addresses and nicknames. Demo figures are dropped."
        onClick={crossing.go}
      >
        Switch to live
      </Button>
    </Unreached>
  );
}
