import { type ComponentProps, type ComponentType, useCallback, useEffect, useState } from "react";
import type WalletStep from "../features/sign_in/WalletStep";
import { Spinner } from "../ui/Button";
import { FailureNote } from "../ui/Note";
import css from "./walletStep.module.css";

type Step = ComponentType<ComponentProps<typeof WalletStep>>;

const NOT_LOADED = { message: "Can't reach the Spyhop server. Check that it's running, then try again." };

/** The step of a dialog that signs in with a wallet. It is loaded when it is opened, because most people sign in by email. */
export function WalletStepContainer(props: ComponentProps<typeof WalletStep>) {
  const [Step, setStep] = useState<Step | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const load = useCallback(() => {
    setIsMissing(false);
    import("../features/sign_in/WalletStep").then(
      (module) => setStep(() => module.default),
      () => setIsMissing(true),
    );
  }, []);
  useEffect(load, [load]);
  if (Step) return <Step {...props} />;
  if (isMissing) return <FailureNote title="Couldn't load this step" failure={NOT_LOADED} onRetry={load} />;
  return (
    <p className={css.loading} role="status">
      <Spinner />
      Searching for wallets…
    </p>
  );
}
