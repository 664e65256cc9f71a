import { Home } from "../features/portfolio/Home";
import { Reading } from "../features/sync/Reading";
import { useAddWallet } from "./addWallet";

/** Home, with what is being read in it. */
export default function HomeRoute() {
  const onAdd = useAddWallet();
  return (
    <>
      <title>Home · Spyhop</title>
      <Home reading={<Reading />} onAdd={() => onAdd()} />
    </>
  );
}
