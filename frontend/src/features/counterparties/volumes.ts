import { PART_COLOURS, REST_COLOUR } from "../../charts/bars";
import { compareDecimals, decimalText, signOf, subtractDecimals } from "../../format/decimal";
import { addedTotals, isNothing, isUnpriced, knownPart } from "../../format/partialTotal";
import { percentOf } from "../../format/quantity";
import { shortAddress } from "../../format/text";
import { kindName, kindOf } from "./kinds";
import type { ServiceVolume, VolumePair, VolumePeriod, Volumes, VolumeTotals } from "./types";
import type { VolumeView } from "./volumeView";

/** A row of the ranking: a service, or one of its contracts. */
export interface VolumeLine {
  id: string;
  service: ServiceVolume;
  /** The second line: the kind of the service, or where the contract is. */
  detail: string;
  /** The address of a contract; null for a service. */
  address: string | null;
  totals: VolumeTotals;
  /** The id under which the volume is explained. */
  figure: string | undefined;
}

/** The id under which the volume of a service is explained. */
export const figureOf = ({ counter_party_volume_traded: services, figures }: Volumes, service: ServiceVolume) =>
  figures[`/counter_party_volume_traded/${services.indexOf(service)}/total_volume/value`];

const byVolume = (a: VolumeTotals, b: VolumeTotals) =>
  compareDecimals(knownPart(b.total_volume), knownPart(a.total_volume));

const contractLines = (service: ServiceVolume): VolumeLine[] =>
  service.contracts.map(({ chain, address, ...totals }) => ({
    id: `${service.name} ${chain._id} ${address}`,
    service,
    detail: `${shortAddress(address)} · ${chain.name}`,
    address,
    totals,
    figure: undefined,
  }));

/** The rows of a view, the largest volume first. */
export function linesOf(volumes: Volumes, { kind, by }: Pick<VolumeView, "kind" | "by">): VolumeLine[] {
  const services = volumes.counter_party_volume_traded.filter((one) => kind === null || kindOf(one.kind) === kind);
  if (by === "contract") return services.flatMap(contractLines).sort((a, b) => byVolume(a.totals, b.totals));
  return services.map((service) => ({
    id: service.name,
    service,
    detail: kindName(service.kind),
    address: null,
    totals: service,
    figure: figureOf(volumes, service),
  }));
}

/** The exact sums of some totals. */
export const summed = (totals: readonly VolumeTotals[]): VolumeTotals => ({
  total_volume: addedTotals(totals.map(({ total_volume }) => total_volume)),
  total_fees: addedTotals(totals.map(({ total_fees }) => total_fees)),
  total_count: totals.reduce((sum, { total_count }) => sum + total_count, 0),
});

/** What totals count beyond some of their parts; null if the parts are all. */
export function beyond(all: VolumeTotals, parts: readonly VolumeTotals[]): VolumeTotals | null {
  const listed = summed(parts);
  if (all.total_count <= listed.total_count) return null;
  const less = (key: "total_volume" | "total_fees") => ({
    value: decimalText(subtractDecimals(knownPart(all[key]), knownPart(listed[key]))),
    left_out: all[key].left_out - listed[key].left_out,
  });
  return {
    total_volume: less("total_volume"),
    total_fees: less("total_fees"),
    total_count: all.total_count - listed.total_count,
  };
}

/** What is known of fees: their amount, that they are part of the price, that there are none, or nothing. */
export type FeeState = "known" | "in_price" | "none" | "unknown";

/** The kinds of services that take their fee out of what they give. */
const IN_PRICE: readonly string[] = ["cex", "dex", "bridge"];

export function feeState(kind: string | null, { total_fees: fees }: VolumeTotals): FeeState {
  if (isUnpriced(fees)) return "unknown";
  if (!isNothing(fees)) return "known";
  return kind !== null && IN_PRICE.includes(kind) ? "in_price" : "none";
}

/** The fees as a share of the volume; null if one of them is not known. */
export function feeRate({ total_fees: fees, total_volume: volume }: VolumeTotals): string | null {
  const isKnown = [fees, volume].every((one) => !isUnpriced(one)) && signOf(knownPart(volume)) > 0;
  return isKnown ? percentOf(fees.value, volume.value) : null;
}

/** The fees of the rows whose fees are known, as a share of their volume; and the number of the others. */
export function knownRate(services: readonly ServiceVolume[]): { rate: string | null; unknown: number } {
  const known = services.filter((one) => feeState(one.kind, one) === "known" || feeState(one.kind, one) === "none");
  return { rate: feeRate(summed(known)), unknown: services.length - known.length };
}

/** What was exchanged for what, in words: `USDC → ETH`. */
export function pairWords({ given, got }: Pick<VolumePair, "given" | "got">): string {
  if (given && got) return `${given} → ${got}`;
  return got ? `${got} received` : given ? `${given} sent` : "Unnamed tokens";
}

/** One color of a chart of volumes. */
export interface VolumeBand {
  id: string;
  name: string;
  colour: string;
  total: VolumeTotals;
  figure: string | undefined;
  /** The volumes of the periods that have any. */
  periods: readonly VolumePeriod[];
}

/** The services with a color of their own, the largest first, and the others as one. */
export function volumeBands(volumes: Volumes): VolumeBand[] {
  const bands = volumes.counter_party_volume_traded.map(
    (service, place): VolumeBand => ({
      id: service.name,
      name: service.name,
      colour: PART_COLOURS[place] ?? REST_COLOUR,
      total: service,
      figure: figureOf(volumes, service),
      periods: service.periods,
    }),
  );
  const rest = bands.slice(PART_COLOURS.length);
  // A single one has the color of the others to itself.
  if (rest.length <= 1) return bands;
  const total = summed(rest.map((band) => band.total));
  const periods = rest.flatMap((band) => band.periods);
  const name = `${rest.length} others`;
  return [
    ...bands.slice(0, PART_COLOURS.length),
    { id: "others", name, colour: REST_COLOUR, total, figure: undefined, periods },
  ];
}

/** The volume of a band in a period. */
export const volumeIn = (periods: readonly VolumePeriod[], day: string) =>
  addedTotals(periods.filter(({ first_day }) => first_day === day).map(({ total_volume }) => total_volume));

/** The heights of the small bars of a row, from 0 to 1. Many periods share a bar. */
export function barHeights(days: readonly string[], periods: readonly VolumePeriod[], most: number): number[] {
  const size = Math.max(1, Math.ceil(days.length / most));
  const heights = Array.from({ length: Math.ceil(days.length / size) }, () => 0);
  for (const { first_day, total_volume } of periods) {
    const bar = Math.floor(days.indexOf(first_day) / size);
    if (bar >= 0) heights[bar] = (heights[bar] ?? 0) + Number(total_volume.value);
  }
  const highest = Math.max(...heights, 0);
  return heights.map((height) => (highest > 0 ? height / highest : 0));
}
