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

/** Explains the demo. An automatic demo retries the live sources, a chosen one sends nothing. */
function Demo({ chosen, reason }: World) {
  if (chosen !== "configured" && reason) return <Banner text={reason} />;
  const sent = chosen === "configured" ? "no requests are sent." : "live sources are retried in the background.";
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

/** The button that retries the live sources now; the server also retries them every minute. */
function RetryLive() {
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

/** The switch to the live world and its state. */
export interface LiveSwitch {
  onSwitch: () => void;
  busy: boolean;
  failure?: string;
}

/** The banner that says that the figures are invented, with the way out of an automatic demo. Renders nothing for live data. */
export function WorldBanner({ world, liveSwitch }: { world: World | undefined; liveSwitch?: LiveSwitch }) {
  if (world?.kind !== "demo") return null;
  if (world.chosen === "configured" || !liveSwitch) return <Demo {...world} />;
  // A switch that has begun is completed, even if the sources fail again meanwhile.
  const begun = liveSwitch.busy || liveSwitch.failure !== undefined;
  if (!world.live_answers_again && !begun) return <RetryLive />;
  return (
    <Unreached text={liveSwitch.failure ?? "Live sources are available."}>
      <Button
        small
        busy={liveSwitch.busy}
        title="Keeps your addresses and nicknames. Demo figures are dropped."
        onClick={liveSwitch.onSwitch}
      >
        Switch to live
      </Button>
    </Unreached>
  );
}
