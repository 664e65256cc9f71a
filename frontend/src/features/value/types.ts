export type {
  AssetValueColumns as ValueColumns,
  AssetValueGraphData as ValueGraph,
  AssetValuePeriodData as ValuePeriod,
  AssetValueSeries as ValueRow,
  GroupCriteria as PeriodGroup,
  MarketEvent as ValueEvent,
  ReportCoverage,
  TransactionRow as ValueTransaction,
} from "@spyhop/sdk";

/** The token of a share session; null on the person's own page. */
export type VisitorToken = string | null;
