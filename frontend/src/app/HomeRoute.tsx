import { Home } from "../features/portfolio/Home";
import { Reading } from "../features/sync/Reading";

/** Home, with what is being read in it. */
export default function HomeRoute() {
  return (
    <>
      <title>Home · Spyhop</title>
      <Home reading={<Reading />} />
    </>
  );
}
