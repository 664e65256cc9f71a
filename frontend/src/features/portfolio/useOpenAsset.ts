import { useSearchParams } from "react-router";

const PARAM = "asset";

/** The asset whose panel is open, kept in the URL, so that Back closes it. */
export function useOpenAsset(): [group: string | null, open: (group: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const open = (group: string | null) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        if (group === null) next.delete(PARAM);
        else next.set(PARAM, group);
        return next;
      },
      { replace: group === null, preventScrollReset: true },
    );
  return [params.get(PARAM), open];
}
