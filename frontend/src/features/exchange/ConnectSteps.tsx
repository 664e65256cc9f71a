import { useId, useRef } from "react";
import { plural } from "../../format/text";
import { Icon } from "../../ui/Icon";
import { useSlides } from "../../ui/useSlides";
import css from "./connectSteps.module.css";

/** The steps beside the form, as a list. */
export const StepList = ({ steps }: { steps: readonly string[] }) => (
  <aside className={css.aside} aria-label="How to connect">
    <h3>
      How to connect <small>{plural(steps.length, "step")}</small>
    </h3>
    <ol className={css.list}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <p className={css.enough}>
      <Icon name="shield" size={16} />
      <span>
        <b>Read-only is enough.</b> We refuse keys that can move funds, so no one can use this one to take them.
      </span>
    </p>
  </aside>
);

/** The steps above the form, as slides. */
export function StepSlides({ steps }: { steps: readonly string[] }) {
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const { index, onScroll } = useSlides(list, steps.length);
  return (
    <section className={css.slides} aria-labelledby={id}>
      <h3 id={id}>
        How to connect{" "}
        <small>
          {index + 1} of {steps.length}
        </small>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls is reached by the keyboard */}
      <ol ref={list} className={css.scroll} tabIndex={0} aria-labelledby={id} onScroll={onScroll}>
        {steps.map((step, i) => (
          <li key={step} data-current={i === index || undefined}>
            {step}
          </li>
        ))}
      </ol>
      <div className={css.dots} aria-hidden="true">
        {steps.map((step, i) => (
          <i key={step} data-current={i === index || undefined} />
        ))}
      </div>
    </section>
  );
}
