import { useEffect, useReducer, useRef } from "react";
import { detect, messageOf } from "../../queries/detection";
import { firstRows, isWaiting, type Row, type RowAction, reduceRows } from "./rows";

/** The debounce before a request, in milliseconds. */
const DEBOUNCE_MS = 500;

interface Question {
  text: string;
  stop: () => void;
}

/** Sends a detection request after the debounce; returns the function that cancels it. */
function ask(id: number, text: string, dispatch: (action: RowAction) => void): Question {
  const controller = new AbortController();
  const timer = setTimeout(async () => {
    dispatch({ type: "detecting", id, text });
    try {
      dispatch({ type: "answered", id, text, detection: await detect(text, controller.signal) });
    } catch (problem) {
      if (!controller.signal.aborted) dispatch({ type: "failed", id, text, message: messageOf(problem) });
    }
  }, DEBOUNCE_MS);
  const stop = () => {
    clearTimeout(timer);
    controller.abort();
  };
  return { text, stop };
}

/** Keeps one request per waiting row, for its current text, and cancels all others. */
function follow(questions: Map<number, Question>, rows: readonly Row[], dispatch: (action: RowAction) => void): void {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const [id, question] of questions) {
    const row = byId.get(id);
    if (row && isWaiting(row) && row.address.trim() === question.text) continue;
    question.stop();
    questions.delete(id);
  }
  for (const row of rows)
    if (row.state === "typed" && !questions.has(row.id))
      questions.set(row.id, ask(row.id, row.address.trim(), dispatch));
}

/** The rows of an address form, with detection. */
export function useRows(address?: string): [readonly Row[], (action: RowAction) => void] {
  const [state, dispatch] = useReducer(reduceRows, address, firstRows);
  const questions = useRef(new Map<number, Question>());
  useEffect(() => follow(questions.current, state.rows, dispatch), [state.rows]);
  useEffect(() => {
    const open = questions.current;
    return () => {
      for (const { stop } of open.values()) stop();
      open.clear();
    };
  }, []);
  return [state.rows, dispatch];
}
