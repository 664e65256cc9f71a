import { Suspense } from "react";
import { Costs } from "../features/costs/Costs";
import type { RuleChange } from "../features/costs/MethodLab";
import { useChangeSettings } from "../features/settings/queries";
import { lazyPart } from "../ui/lazyPart";
import { useToast } from "../ui/toasts";
import { ExportContainer } from "./ExportContainer";
import { ShareContainer } from "./ShareContainer";
import { useAddAddress } from "./useAddAddress";

const VolumeCard = lazyPart(() => import("../features/counterparties/VolumeCard"), "VolumeCard");

const entryPath = (entry: string): string => `/intelligence/transaction-history?entry=${encodeURIComponent(entry)}`;

/** The route of Costs. */
export default function CostsRoute() {
  useAddAddress();
  const { mutateAsync } = useChangeSettings();
  const toast = useToast();
  const choose = (rule: string, code: string) => mutateAsync({ cost_rules: { [rule]: code } });
  const onChoose = ({ rule, code, before, name }: RuleChange) =>
    void choose(rule, code).then(
      () =>
        toast({
          text: `${name} changed. Costs and gains follow.`,
          undo: () => void choose(rule, before).catch(() => undefined),
        }),
      ({ message }: Error) => toast({ text: message, bad: true }),
    );
  return (
    <>
      <title>Costs · Spyhop</title>
      <Costs
        visitor={null}
        share={
          <>
            <ExportContainer />
            <ShareContainer redirect="intelligence/costs" />
          </>
        }
        volume={
          <Suspense>
            <VolumeCard visitor={null} path="/intelligence/volume-traded-by-counterparty" />
          </Suspense>
        }
        entryPath={entryPath}
        onChoose={onChoose}
      />
    </>
  );
}
