import { Fragment } from "react";

/** Texts separated by dots; lines break only between them. */
export const InlineList = ({ of }: { of: readonly string[] }) =>
  of.map((part, i) => (
    <Fragment key={part}>
      {i > 0 ? " · " : null}
      <span className="whole">{part}</span>
    </Fragment>
  ));
