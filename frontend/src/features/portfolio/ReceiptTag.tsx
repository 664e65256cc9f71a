import css from "./receiptTag.module.css";
import type { Receipt } from "./types";

/** The kind of position that a token is the receipt of, in a word that says more when it is pointed at. */
export const ReceiptTag = ({ of }: { of: Receipt | null }) =>
  of ? (
    <>
      {" "}
      <span className={css.tag} title={of.text}>
        {of.name}
      </span>
    </>
  ) : null;
