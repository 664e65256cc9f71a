import css from "./skeleton.module.css";

interface SkeletonProps {
  width: number | string;
  height: number;
  round?: boolean;
}

/** A place that will be filled, in the shape of what comes. */
export const Skeleton = ({ width, height, round }: SkeletonProps) => (
  <span
    className={css.skeleton}
    style={{ width, height, ...(round ? { borderRadius: "50%" } : {}) }}
    aria-hidden="true"
  />
);
