import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense, useCallback, useState } from "react";
import { limitIn } from "../features/plan/queries";
import type { Limit } from "../features/plan/types";
import { useMe } from "../features/user/queries";
import { useSession } from "../features/user/session";
import { lazyPart } from "../ui/lazyPart";
import { Toasts } from "../ui/Toast";
import { LimitContext } from "./limits";
import { createQueryClient } from "./queryClient";
import { SignInProvider } from "./SignInProvider";

const UpgradeDialog = lazyPart(() => import("../features/plan/UpgradeDialog"), "UpgradeDialog");

/** The upgrade dialog with the user's current plan. */
function Upgrade({ limit, onClose }: { limit: Limit; onClose: () => void }) {
  const { token } = useSession();
  const me = useMe(token !== undefined);
  return (
    <Suspense>
      <UpgradeDialog limit={limit} plan={me.data?.current_plan} onClose={onClose} />
    </Suspense>
  );
}

/** The query cache of one session. Another session starts with an empty cache. */
function SessionData({ onLimit, children }: { onLimit: (limit: Limit) => void; children: ReactNode }) {
  const [client] = useState(() =>
    createQueryClient((problem) => {
      const limit = limitIn(problem);
      if (limit) onLimit(limit);
    }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** The providers that every page needs: query cache, toasts and upgrade dialog. */
export function Providers({ children }: { children: ReactNode }) {
  const { epoch } = useSession();
  const [shown, setShown] = useState<{ limit: Limit; onClose?: (() => void) | undefined } | null>(null);
  const showLimit = useCallback((limit: Limit, onClose?: () => void) => setShown({ limit, onClose }), []);
  const close = () => {
    setShown(null);
    shown?.onClose?.();
  };
  return (
    <SessionData key={epoch} onLimit={showLimit}>
      <Toasts>
        <LimitContext value={showLimit}>
          <SignInProvider>{children}</SignInProvider>
          {shown ? <Upgrade limit={shown.limit} onClose={close} /> : null}
        </LimitContext>
      </Toasts>
    </SessionData>
  );
}
