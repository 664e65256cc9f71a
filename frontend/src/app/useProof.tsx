import { ProblemError } from "@spyhop/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { returningCalls, walletCalls } from "../features/sign_in/mutations";
import type { SignedIn } from "../features/sign_in/types";
import { useMe } from "../features/user/queries";
import { renewSession } from "../features/user/session";
import { lazyPart } from "../ui/lazyPart";
import { WalletStepContainer } from "./WalletStepContainer";

const ProofDialog = lazyPart(() => import("../features/sign_in/ProofDialog"), "ProofDialog");

const NOT_CONFIRMED = "It wasn't confirmed that it's you. Nothing was changed.";

interface Pending {
  resolve: () => void;
  reject: (error: Error) => void;
}

interface Proof {
  /** Has the person prove again who they are. Rejects if they close the dialog. */
  confirm: () => Promise<void>;
  /** Calls the server, and again after the person has proved who they are, if the server requires that. */
  withProof: <T>(call: () => Promise<T>) => Promise<T>;
  /** The dialog, to be rendered. */
  dialog: ReactNode;
}

function ProofContainer({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const client = useQueryClient();
  const { data: me } = useMe();
  const onSignedIn = ({ token }: SignedIn) => {
    renewSession(token);
    // Requests with the previous token may have failed meanwhile.
    void client.invalidateQueries();
    onProved();
  };
  const [wallet] = useState(() => walletCalls((session) => onSignedIn(session)));
  if (!me) return null;
  return (
    <ProofDialog
      email={me.user.email}
      calls={returningCalls(onSignedIn)}
      wallet={<WalletStepContainer calls={wallet} purpose="confirm" />}
      onClose={onClose}
    />
  );
}

/** Calls that the server accepts only from people who have proved a moment ago who they are. */
export function useProof(): Proof {
  const [pending, setPending] = useState<Pending | null>(null);
  const confirm = () => new Promise<void>((resolve, reject) => setPending({ resolve, reject }));
  const end = (finish: (pending: Pending) => void) => {
    setPending(null);
    if (pending) finish(pending);
  };
  return {
    confirm,
    withProof: async (call) => {
      try {
        return await call();
      } catch (problem) {
        if (!(problem instanceof ProblemError) || problem.code !== "proof_required") throw problem;
        await confirm();
        return call();
      }
    },
    dialog: pending ? (
      <Suspense>
        <ProofContainer
          onProved={() => end(({ resolve }) => resolve())}
          onClose={() => end(({ reject }) => reject(new Error(NOT_CONFIRMED)))}
        />
      </Suspense>
    ) : null,
  };
}
