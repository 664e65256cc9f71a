import { Fragment } from "react";

/** The parts of a line, which breaks between them alone. */
export const InlineList = ({ of }: { of: readonly string[] }) =>
  of.map((part, i) => (
    <Fragment key={part}>
      {i > 0 ? " · " : null}
      <span className="whole">{part}</span>
    </Fragment>
  ));
