import { type FormEvent, useEffect, useRef, useState } from "react";
import { isFilled, type OwnWallets, type Readiness, type Row, rowsToSend } from "./rows";
import { type Addresses, type Save, useSending } from "./useSending";

function addressesOf(rows: readonly Row[], own: OwnWallets): Addresses {
  const sent = rowsToSend(rows, own);
  const nicknames = sent
    .filter((row) => row.nickname.trim() !== "")
    .map((row) => [row.address.trim(), row.nickname.trim()] as const);
  return { addresses: sent.map((row) => row.address.trim()), nicknames: Object.fromEntries(nicknames) };
}

interface SubmitOptions {
  rows: readonly Row[];
  own: OwnWallets;
  state: Readiness;
  save: Save;
  /** Whether a press is answered while nothing can be sent. */
  isAnswered: boolean;
  /** Moves the focus to what is wrong, else to the last field. */
  onWrong: (form: HTMLFormElement) => void;
}

/** The submission of an address form. */
export function useAddressSubmit({ rows, own, state, save, isAnswered, onWrong }: SubmitOptions) {
  const { sending, problem, send } = useSending(save);
  /** Whether it was submitted without an address. */
  const [isNeeded, setNeeded] = useState(false);
  /** Whether it was submitted while an address is looked up. */
  const [isAwaited, setAwaited] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isLookingUp = !state.canGo && state.waiting > 0;
  // Continues once the networks of the address are known.
  useEffect(() => {
    if (!isAwaited || isLookingUp) return;
    setAwaited(false);
    form.current?.requestSubmit();
  }, [isAwaited, isLookingUp]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The button stays enabled meanwhile, because disabling it would lose the focus.
    if (sending) return;
    if (state.canGo) void send(addressesOf(rows, own));
    else if (!isAnswered) return;
    else if (isLookingUp) setAwaited(true);
    else {
      setNeeded(!rows.some(isFilled));
      onWrong(event.currentTarget);
    }
  };
  const clear = () => {
    setNeeded(false);
    setAwaited(false);
  };
  const busy = sending || (isLookingUp && (isAwaited || !isAnswered));
  return { form, submit, clear, problem, isNeeded, busy };
}
