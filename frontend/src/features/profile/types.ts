/** A session of the person, on any device. */
export interface OpenSession {
  id: string;
  /** Browser and system, such as "Firefox on Linux"; null if unknown. */
  device: string | null;
  /** The network; null if unknown. */
  network: string | null;
  last_used_at: string;
  is_current: boolean;
}
