import { pageFact } from "./page";
import css from "./shell.module.css";

/** Room for the banner of an invented world until the server says more about it. */
export const BannerPlace = () => (pageFact("world") === "demo" ? <div className={css.bannerPlace} /> : null);
