import { ExampleFigure } from "../../ui/ExampleFigure";
import { Icon, type IconName } from "../../ui/Icon";
import css from "./welcomeMore.module.css";

/** An explained figure beside the form. */
export const WelcomeFigure = () => (
  <>
    <ExampleFigure />
    <p className={css.caption}>Every figure opens like this one: what it is made of, from where, and how old.</p>
  </>
);

const FACTS: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: "chart",
    title: "Value over time",
    text: "With what you paid as one line, so you see what you gained.",
  },
  {
    icon: "list",
    title: "Every transaction, explained",
    text: "Swaps, fees and gains, and what isn't known yet.",
  },
  {
    icon: "shield",
    title: "On your own server",
    text: "Nothing to install in your wallet. You see every request.",
  },
];

/** What Spyhop does, in three facts. */
export const WelcomeFacts = () => (
  <ul className={css.facts}>
    {FACTS.map(({ icon, title, text }) => (
      <li key={title}>
        <span className={css.tile}>
          <Icon name={icon} size={18} />
        </span>
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      </li>
    ))}
  </ul>
);
