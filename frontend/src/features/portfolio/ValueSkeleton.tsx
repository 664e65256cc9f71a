import { Card } from "../../ui/Card";
import css from "./home.module.css";

/** The skeleton of the value over time. */
export const ValueSkeleton = () => (
  <Card title="Asset Value" className={css.valueSkeleton}>
    <div aria-busy="true" />
  </Card>
);
