import { pageFact } from "./pageFacts";
import css from "./shell.module.css";

/** Room for the banner of an invented world until the server says more about it. */
export const BannerPlaceholder = () => (pageFact("world") === "demo" ? <div className={css.bannerPlace} /> : null);
