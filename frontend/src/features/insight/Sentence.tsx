import { Fragment } from "react";
import { useAmountText } from "../../format/amounts";
import type { SentencePart } from "./types";
import { partText } from "./view";

interface SentenceProps {
  parts: readonly SentencePart[];
  currency: string;
  /** Whether numbers are bold. */
  strong?: boolean;
}

/** The parts of a sentence. Names from elsewhere are text and stay in their own direction. */
export function Sentence({ parts, currency, strong }: SentenceProps) {
  const texts = useAmountText();
  return parts.map((part, at) => {
    const text = partText(part, texts, currency);
    // The same part may stand twice in a sentence; its place is what it is.
    const key = `${at} ${part.kind}`;
    if (part.kind === "text") return <Fragment key={key}>{text}</Fragment>;
    if (strong && (part.value !== null || part.time !== null)) return <b key={key}>{text}</b>;
    return <bdi key={key}>{text}</bdi>;
  });
}
