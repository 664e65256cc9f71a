import { Tag } from "../../ui/Tag";
import type { Receipt } from "./types";

/** A tag with the kind of position that a token is the receipt of; its title explains it. */
export const ReceiptTag = ({ of }: { of: Receipt | null }) =>
  of ? (
    <>
      {" "}
      <Tag title={of.text}>{of.name}</Tag>
    </>
  ) : null;
