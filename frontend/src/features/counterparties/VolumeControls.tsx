import { periodOf, SPANS } from "../../format/spans";
import { MultiSelect } from "../../ui/MultiSelect";
import { RadioGroup } from "../../ui/RadioGroup";
import { SegmentedControl } from "../../ui/SegmentedControl";
import { Skeleton } from "../../ui/Skeleton";
import { SpanBadges } from "../../ui/SpanBadges";
import css from "./counterparties.module.css";
import { kindsOf } from "./kinds";
import type { Volumes } from "./types";
import type { VolumeView } from "./volumeView";

const BY = [
  { key: "protocol", label: "Protocol" },
  { key: "contract", label: "Contract" },
] as const;

interface VolumeControlsProps {
  view: VolumeView;
  onView: (change: Partial<VolumeView>) => void;
  /** Undefined while they are loading. */
  volumes: Volumes | undefined;
}

/** What the page shows: kinds, rows, networks and time. */
export function VolumeControls({ view, onView, volumes }: VolumeControlsProps) {
  const services = volumes?.counter_party_volume_traded ?? [];
  const chains = volumes?.chains ?? [];
  return (
    <div className={css.controls}>
      {volumes ? (
        <RadioGroup
          all={services.length}
          kinds={kindsOf(services, view.kind)}
          chosen={view.kind}
          onChoose={(kind) => onView({ kind })}
          className={css.kinds}
        />
      ) : (
        <Skeleton width={260} height={28} />
      )}
      <div className={css.choices}>
        <SegmentedControl label="Rows" options={BY} chosen={view.by} onChoose={(by) => onView({ by })} />
        {chains.length > 1 || view.chains.length > 0 ? (
          <MultiSelect
            label="Networks"
            all="All networks"
            find="Find a network"
            choices={chains.map(({ _id: id, name, mark }) => ({ id, name, mark }))}
            chosen={view.chains}
            onChoose={(ids) => onView({ chains: ids })}
          />
        ) : null}
      </div>
      <SpanBadges
        spans={SPANS}
        chosen={view.span}
        onChoose={(span) => onView({ span })}
        words={volumes ? periodOf(volumes) : ""}
        className={css.spans}
      />
    </div>
  );
}
