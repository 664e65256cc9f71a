import { Link } from "react-router";
import { Empty } from "../ui/Note";
import css from "./boundary.module.css";

/** No page has this address. */
export default function NotFound() {
  return (
    <main className={css.page}>
      <title>Not found · Spyhop</title>
      <Empty
        level={1}
        icon="search"
        title="There is no page here"
        actions={
          <Link className={css.link} to="/home">
            Go to Home
          </Link>
        }
      >
        The address may be mistyped, or the page has moved.
      </Empty>
    </main>
  );
}
