import css from "./receiptTag.module.css";
import type { Receipt } from "./types";

/** A tag with the kind of position that a token is the receipt of; its title explains it. */
export const ReceiptTag = ({ of }: { of: Receipt | null }) =>
  of ? (
    <>
      {" "}
      <span className={css.tag} title={of.text}>
        {of.name}
      </span>
    </>
  ) : null;
