import css from "./tag.module.css";

interface TagProps {
  tone?: "warn";
  title?: string;
  children: string;
}

/** A word in a colored capsule, after a name or an amount. */
export const Tag = ({ tone, title, children }: TagProps) => (
  <span className={css.tag} data-tone={tone} title={title}>
    {children}
  </span>
);
