import { getApprovals } from "@spyhop/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";
import { portfolioKey } from "../../queries/keys";

/** The polling interval: approvals change with transactions, sooner while accounts are being read. */
const READING_MS = 5_000;
const IDLE_MS = 120_000;

/** Who may move the tokens of the person. */
export function useApprovals() {
  const currency = useCurrency();
  return useQuery({
    queryKey: [...portfolioKey, "approvals", currency],
    queryFn: ({ signal }) => getApprovals({ currency_code: currency }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.gaps.some(({ code }) => code === "reading") ? READING_MS : IDLE_MS,
  });
}
