import { type ReactNode, Suspense, useRef, useState } from "react";
import { useRemovalEffects } from "../features/wallet/queries";
import type { RemovalEffects } from "../features/wallet/types";
import { lazyPart } from "../ui/lazyPart";
import { useDeleteWithUndo } from "./useDeleteWithUndo";

const RemovalDialog = lazyPart(() => import("../features/wallet/RemovalDialog"), "RemovalDialog");

/** After this time the dialog says what is being computed. */
const PATIENCE_MS = 300;

interface Question {
  address: string;
  name: string;
  effects?: RemovalEffects;
  failure?: string;
}

/**
 * Deletes a wallet at once where that changes no gain of another one, and asks before where it does or where that is not known.
 * Returns the function that deletes, and the dialog that asks.
 */
export function useConfirmedDelete(): [(address: string, name: string) => void, ReactNode] {
  const remove = useDeleteWithUndo();
  const effectsOf = useRemovalEffects();
  const [question, setQuestion] = useState<Question | null>(null);
  const current = useRef<string | null>(null);
  const close = () => {
    current.current = null;
    setQuestion(null);
  };
  const onDelete = (address: string, name: string) => {
    if (current.current !== null) return;
    current.current = address;
    let isAsking = false;
    const ask = (answer: Omit<Question, "address" | "name">) => {
      if (current.current !== address) return;
      isAsking = true;
      setQuestion({ address, name, ...answer });
    };
    const timer = setTimeout(() => ask({}), PATIENCE_MS);
    effectsOf(address)
      .then(
        (effects) => {
          if (effects.changed_count > 0 || isAsking) return ask({ effects });
          close();
          remove([{ address, name }]);
        },
        ({ message }: Error) => ask({ failure: message }),
      )
      .finally(() => clearTimeout(timer));
  };
  const dialog = question ? (
    <Suspense>
      <RemovalDialog
        name={question.name}
        effects={question.effects}
        failure={question.failure ?? ""}
        onDelete={() => {
          close();
          remove([question]);
        }}
        onClose={close}
      />
    </Suspense>
  ) : null;
  return [onDelete, dialog];
}
