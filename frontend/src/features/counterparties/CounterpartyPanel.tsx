import { useState } from "react";
import { Link } from "react-router";
import { spanOf } from "../../format/spans";
import { plural, shortAddress } from "../../format/text";
import { withDates } from "../../format/time";
import { Avatar } from "../../ui/Avatar";
import { Button } from "../../ui/Button";
import { SidePanel } from "../../ui/SidePanel";
import { useCopy } from "../../ui/useCopy";
import css from "./counterpartyPanel.module.css";
import { kindName } from "./kinds";
import { RenameService } from "./RenameService";
import type { ServiceVolume, Volumes } from "./types";
import { VolumeAmount } from "./VolumeAmount";
import { VolumeChart } from "./VolumeChart";
import { VolumeParts } from "./VolumeParts";
import { figureOf, pairWords } from "./volumes";
import type { VolumeView } from "./volumeView";

/** The width of the window from which the panel has room beside the table, and the height of the plot, in pixels. */
const [BESIDE_FROM, HEIGHT] = [1280, 96];

interface CounterpartyPanelProps {
  service: ServiceVolume;
  volumes: Volumes;
  view: VolumeView;
  onClose: () => void;
  /** Opens the service with this name; null for visitors, who rename nothing. */
  onRenamed: ((name: string | null) => void) | null;
  /** The path of Transaction history with a query. */
  historyPath: (query: URLSearchParams) => string;
}

/** The entries that name the service, in the same time. */
function historyQuery({ name }: ServiceVolume, { start, end }: Volumes): URLSearchParams {
  const query = new URLSearchParams({ q: name, dust: "show" });
  if (start === null) return query;
  query.set("from", start);
  query.set("to", end);
  return query;
}

/** Where the name of a service comes from, and the button that changes it. */
function NameSource({ service, onRename }: { service: ServiceVolume; onRename: (() => void) | null }) {
  const { name, source, source_date: day, contracts } = service;
  const isOwn = contracts.some(({ own_label }) => own_label);
  const listed = source === null || day === null ? "" : `${source.split("@")[0]}, ${withDates(day)}`;
  return (
    <p>
      <span title={source ?? undefined}>
        {isOwn ? `Your label${listed ? `, and ${listed}` : ""}` : `Label: ${listed}`}
      </span>
      {onRename ? (
        <Button tone="link" small aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
      ) : null}
    </p>
  );
}

/** What was exchanged with one service: when, what for what, and by which contracts. */
export function CounterpartyPanel({ service, volumes, view, onClose, onRenamed, historyPath }: CounterpartyPanelProps) {
  const copy = useCopy();
  const [isRenaming, setRenaming] = useState(false);
  const { name, kind, pairs, contracts, total_count: entries } = service;
  const figure = figureOf(volumes, service);
  const band = { id: name, name, colour: "var(--c3)", total: service, figure, periods: service.periods };
  const parts = { all: service, currency: volumes.currency_code };
  return (
    <SidePanel
      title={name}
      note={kindName(kind)}
      lead={<Avatar name={name} colour="var(--c8)" isPlace />}
      besideFrom={BESIDE_FROM}
      onClose={onClose}
    >
      <p className={css.total}>
        <b>
          <VolumeAmount
            total={service.total_volume}
            currency={volumes.currency_code}
            figure={figure}
            label={`Volume with ${name}`}
          />
        </b>
        <span>
          {plural(entries, "entry", "entries")}, {spanOf(view.span).words}
        </span>
      </p>
      <div className={css.chart}>
        <VolumeChart volumes={volumes} bands={[band]} subject={`Volume with ${name}`} height={HEIGHT} />
      </div>
      <VolumeParts
        title="What you traded"
        side="by volume"
        first={3}
        rest="Smaller pairs"
        parts={pairs.map((totals) => ({ id: pairWords(totals), name: pairWords(totals), totals }))}
        {...parts}
      />
      <VolumeParts
        title="Contracts"
        first={4}
        rest="Other contracts"
        parts={contracts.map(({ chain, address, ...totals }) => ({
          id: `${chain._id} ${address}`,
          name: (
            <button
              type="button"
              className={css.address}
              title={address}
              aria-label={`${shortAddress(address)}, copy address`}
              onClick={() => copy(address, "Address copied")}
            >
              {shortAddress(address)}
            </button>
          ),
          detail: chain.name,
          totals,
        }))}
        {...parts}
      />
      {isRenaming && onRenamed ? (
        <div className={css.rename}>
          <RenameService service={service} onRenamed={onRenamed} onDone={() => setRenaming(false)} />
        </div>
      ) : null}
      <div className={css.foot}>
        <NameSource service={service} onRename={onRenamed && !isRenaming ? () => setRenaming(true) : null} />
        <Link to={historyPath(historyQuery(service, volumes))}>Open in history</Link>
      </div>
    </SidePanel>
  );
}
