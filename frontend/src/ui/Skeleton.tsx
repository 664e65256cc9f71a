import css from "./skeleton.module.css";

interface SkeletonProps {
  width: number | string;
  height: number;
  round?: boolean;
}

/** A placeholder in the shape of content that is loading. */
export const Skeleton = ({ width, height, round }: SkeletonProps) => (
  <span
    className={css.skeleton}
    style={{ width, height, ...(round ? { borderRadius: "50%" } : {}) }}
    aria-hidden="true"
  />
);
