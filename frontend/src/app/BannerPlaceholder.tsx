import { pageFact } from "./pageFacts";
import css from "./shell.module.css";

/** Reserves the height of the demo banner until the state of the world has loaded. */
export const BannerPlaceholder = () => (pageFact("world") === "demo" ? <div className={css.bannerPlace} /> : null);
