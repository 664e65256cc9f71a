import css from "./exampleFigure.module.css";
import { Icon } from "./Icon";
import { Tag } from "./Tag";

/** The figure that is explained to people without a portfolio: each quantity times the price is exactly its value. */
export const EXAMPLE = {
  price: "3,468.50",
  quantity: "58.72",
  value: "203,670.32",
  wallets: [
    { name: "Cold storage", colour: "var(--c1)", quantity: "44.28", value: "153,585.18" },
    { name: "Daily wallet", colour: "var(--c3)", quantity: "12.30", value: "42,662.55" },
    { name: "Savings", colour: "var(--c7)", quantity: "2.14", value: "7,422.59" },
  ],
} as const;

const CHECKS = ["Price: median of 3 sources, 12 s ago", "Balances: 3 networks, 40 s ago"];

const EtherMark = () => (
  <svg className={css.ether} width={24} height={24} viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="12" />
    <path d="m12 4 5 8.200-5 2.900-5-2.900Zm-5 9.300 5 6.700 5-6.700-5 2.900Z" />
  </svg>
);

/** An explained figure as the product shows it, with invented amounts. */
export const ExampleFigure = ({ className }: { className?: string | undefined }) => (
  <figure className={`${css.figure} ${className ?? ""}`} aria-label="Example of an explained figure">
    <div className={css.head}>
      <EtherMark />
      <span>Ether</span>
      <Tag tone="plain">Example</Tag>
    </div>
    <p className={css.value}>
      <span>${EXAMPLE.value}</span>
    </p>
    <p className={css.made}>
      {EXAMPLE.quantity} ETH × ${EXAMPLE.price}
    </p>
    <ul className={css.wallets}>
      {EXAMPLE.wallets.map(({ name, colour, quantity, value }) => (
        <li key={name}>
          <span className={css.place} style={{ background: colour }} aria-hidden="true">
            <Icon name="wallet" size={14} />
          </span>
          <span>{name}</span>
          <span className={css.quantity}>{quantity}</span>
          <b>${value}</b>
        </li>
      ))}
    </ul>
    <ul className={css.checks}>
      {CHECKS.map((text) => (
        <li key={text}>
          <Icon name="check" size={14} />
          {text}
        </li>
      ))}
    </ul>
  </figure>
);
