import { Avatar } from "../../ui/Avatar";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Ago } from "../../ui/Time";
import { useToast } from "../../ui/toasts";
import { useReadNetwork } from "./mutations";
import css from "./networks.module.css";
import type { QuietNetwork } from "./types";

/** What the scan found: no activity if the network was probed for it, otherwise no balance. */
const found = ({ probed }: QuietNetwork): string => (probed ? "No activity" : "No balance found");

function Row({ network }: { network: QuietNetwork }) {
  const { mutate, isPending } = useReadNetwork();
  const toast = useToast();
  const { name, color, mark, chain, block, checked_on } = network;
  return (
    <li>
      <span className={css.quietName}>
        <Avatar name={name} colour={color} size={18} mark={mark} />
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
        Scan again
      </Button>
    </li>
  );
}

interface QuietRowsProps {
  networks: readonly QuietNetwork[];
  onClose: () => void;
}

/** The networks on which nothing was found, each with a rescan button. */
export const QuietRows = ({ networks, onClose }: QuietRowsProps) => (
  <Dialog title="Inactive networks" subtitle="No balance was found there." onClose={onClose}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
    <section className={css.body} tabIndex={0} aria-label="List of inactive networks">
      <ul className={css.list}>
        {networks.map((network) => (
          <Row key={network.chain} network={network} />
        ))}
      </ul>
    </section>
  </Dialog>
);
