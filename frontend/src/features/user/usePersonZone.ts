import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { browserZone, setZone } from "../../format/zone";
import { historyKey, invalidate, portfolioKey, userKey } from "../../queries/keys";
import { chooseZone } from "./mutations";

interface Person {
  id: string;
  time_zone: string | null;
}

/** The person whose zone is being chosen, so that it is chosen once. */
let choosing: string | undefined;

/**
 * Shows days in the zone of the person, in which the server counts them too. Until the person chooses another one, it is the zone of
 * the first browser; days are UTC where the server does not take it.
 */
export function usePersonZone(person: Person | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!person) return;
    if (person.time_zone !== null) {
      setZone(person.time_zone);
      return;
    }
    if (choosing === person.id) return;
    choosing = person.id;
    chooseZone(browserZone()).then(
      () => invalidate(client, userKey, portfolioKey, historyKey),
      () => setZone("UTC"),
    );
  }, [client, person]);
}
