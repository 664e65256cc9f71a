import { useQuery } from "@tanstack/react-query";
import { explanationOptions } from "../../queries/explanation";

/** The explanation of a figure; `viewer` is the token of a visitor's share session. */
export const useExplanation = (figure: string, viewer: string | undefined) =>
  useQuery(explanationOptions(figure, viewer));
