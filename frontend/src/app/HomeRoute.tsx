import { Home } from "../features/portfolio/Home";
import { Reading } from "../features/sync/Reading";
import { useAddWallet } from "./addWallet";
import { ShareGate } from "./ShareGate";

/** Home, with what is being read in it. */
export default function HomeRoute() {
  const onAdd = useAddWallet();
  return (
    <>
      <title>Home · Spyhop</title>
      <Home reading={<Reading />} action={<ShareGate tone="link" />} onAdd={() => onAdd()} />
    </>
  );
}
