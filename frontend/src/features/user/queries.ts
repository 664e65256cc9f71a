import { useQuery } from "@tanstack/react-query";
import { userOptions } from "../../queries/user";

/** The user of this session with plan and wallet list. */
export const useMe = (enabled = true) => useQuery({ ...userOptions, enabled });
