import { useQuery } from "@tanstack/react-query";
import { explanationOptions } from "../../queries/explanation";

/** The explanation of a figure; `visitorToken` is the token of a visitor's share session. */
export const useExplanation = (figure: string, visitorToken: string | undefined) =>
  useQuery(explanationOptions(figure, visitorToken));
