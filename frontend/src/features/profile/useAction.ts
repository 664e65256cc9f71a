import { useState } from "react";

/** Runs an action of a row; returns which row it is running for and why it failed. */
export function useAction<K>(act: (key: K) => Promise<unknown>) {
  const [running, setRunning] = useState<K | null>(null);
  const [failure, setFailure] = useState("");
  const run = async (key: K) => {
    if (running !== null) return;
    setRunning(key);
    setFailure("");
    try {
      await act(key);
    } catch (thrown) {
      setFailure(thrown instanceof Error ? thrown.message : "Something Went Wrong");
    } finally {
      setRunning(null);
    }
  };
  return { running, failure, run: (key: K) => void run(key) };
}
