import { useTheme } from "../../theme/theme";
import { useMedia } from "../../ui/useMedia";
import css from "./landing.module.css";
import type { LandingName } from "./types";

/** The pictures of the product by their file names, such as `whale-wide-dark`. `make pictures` takes them. */
const files = import.meta.glob<string>("./stills/*.jpg", { eager: true, query: "?url", import: "default" });

const fileOf = (name: LandingName, shape: "wide" | "narrow", scheme: "light" | "dark"): string | undefined =>
  files[`./stills/${name.replace("landing-page-", "")}-${shape}-${scheme}.jpg`];

/** A decorative picture of the page that a landing page is about, in the theme of this page. */
export function Still({ name }: { name: LandingName }) {
  const [theme] = useTheme();
  const isDevice = useMedia("(prefers-color-scheme: dark)");
  const scheme = theme === "dark" || (theme === "system" && isDevice) ? "dark" : "light";
  return (
    <div className={css.still}>
      <picture>
        <source media="(max-width: 640px)" srcSet={fileOf(name, "narrow", scheme)} width={390} height={640} />
        <img src={fileOf(name, "wide", scheme)} alt="" loading="lazy" width={1440} height={900} />
      </picture>
    </div>
  );
}
