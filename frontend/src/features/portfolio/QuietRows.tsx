import { Button } from "../../ui/Button";
import { Disc } from "../../ui/Disc";
import { Ago } from "../../ui/Time";
import { useToast } from "../../ui/toasts";
import css from "./networks.module.css";
import { type QuietNetwork, useReadNetwork } from "./queries";

/** What was looked for, as far as it is true. */
const found = ({ probed }: QuietNetwork): string => (probed ? "No activity" : "No balance found");

function Row({ network }: { network: QuietNetwork }) {
  const { mutate, isPending } = useReadNetwork();
  const toast = useToast();
  const { name, color, chain, block, checked_on } = network;
  return (
    <li>
      <span className={css.quietName}>
        <Disc name={name} colour={color} size={18} />
        <span>
          {name}
          <small title={`At block ${block}`}>
            {found(network)}, <Ago at={checked_on} />
          </small>
        </span>
      </span>
      <Button
        small
        busy={isPending}
        aria-label={`Scan again: ${name}`}
        onClick={() => mutate(chain, { onError: (problem) => toast({ text: problem.message, bad: true }) })}
      >
        {" "}
        Scan again{" "}
      </Button>
    </li>
  );
}

/** Each network on which nothing was found, with the way to look again. */
export const QuietRows = ({ networks }: { networks: readonly QuietNetwork[] }) => (
  <ul className={css.list}>
    {networks.map((network) => (
      <Row key={network.chain} network={network} />
    ))}
  </ul>
);
