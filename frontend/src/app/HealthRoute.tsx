import { Health } from "../features/health/Health";

/** How the sources are. */
export default function HealthRoute() {
  return (
    <>
      <title>Data health · Spyhop</title>
      <Health />
    </>
  );
}
