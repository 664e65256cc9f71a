export type {
  CounterPartyData as Volumes,
  CounterPartyRow as ServiceVolume,
  VolumeContract,
  VolumePair,
  VolumePeriod,
  VolumeTotals,
} from "@spyhop/sdk";

/** The token of a share session; null on the person's own page. */
export type VisitorToken = string | null;
