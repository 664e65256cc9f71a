import { useEffect, useState } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { AccessReturn } from "../features/exchange/access/AccessReturn";
import { DemoConsent } from "../features/exchange/access/DemoConsent";
import { forgetReturn, returnPath } from "../features/exchange/access/outcome";
import { useToast } from "../ui/toasts";
import { PlainLayout } from "./PlainLayout";

/** The exchanges that send people back, with their names. */
const NAMES: Readonly<Record<string, string>> = { coinbase: "Coinbase", gemini: "Gemini" };

/** The page to which an exchange sends people back. The answer is taken out of the address at once. */
function ReturnRoute({ exchange, name }: { exchange: string; name: string }) {
  const [params, setParams] = useSearchParams();
  const [answer] = useState(params);
  const [path] = useState(returnPath);
  const navigate = useNavigate();
  const toast = useToast();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => setParams({}, { replace: true }), []);
  return (
    <AccessReturn
      exchange={exchange}
      name={name}
      answer={answer}
      onDone={
        path === null
          ? null
          : ({ isConnected, text }) => {
              forgetReturn();
              toast(isConnected ? { text: `${name} connected to Spyhop` } : { text, bad: true });
              void navigate(path, { replace: true });
            }
      }
    />
  );
}

/** The invented page of an exchange, which sends people back as the exchange does. */
function DemoRoute() {
  const [params] = useSearchParams();
  const exchange = params.get("exchange") ?? "";
  const name = NAMES[exchange];
  if (!name) return <Navigate to="/" replace />;
  const onAnswer = (answer: Record<string, string>) => {
    const query = new URLSearchParams({ ...answer, state: params.get("state") ?? "" });
    location.assign(`/connect/${exchange}?${query}`);
  };
  return <DemoConsent name={name} onAnswer={onAnswer} />;
}

/** The pages of connecting an account on the page of an exchange. */
export default function ConnectRoute({ exchange }: { exchange: string }) {
  const name = NAMES[exchange];
  return (
    <PlainLayout>
      <title>Connect exchange · Spyhop</title>
      {name ? <ReturnRoute exchange={exchange} name={name} /> : <DemoRoute />}
    </PlainLayout>
  );
}
