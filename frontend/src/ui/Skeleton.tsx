import css from "./skeleton.module.css";

interface BoneProps {
  width: number | string;
  height: number;
  round?: boolean;
}

/** A place that will be filled, in the shape of what comes. */
export const Bone = ({ width, height, round }: BoneProps) => (
  <span className={css.bone} style={{ width, height, ...(round ? { borderRadius: "50%" } : {}) }} aria-hidden="true" />
);
