import { Link } from "react-router";
import { useSession } from "../features/user/session";
import { Empty } from "../ui/Note";
import css from "./boundary.module.css";
import { Framed } from "./Framed";

/** No page has this address. */
export default function NotFound() {
  const { token } = useSession();
  return (
    <Framed>
      <title>Not found · Spyhop</title>
      <div className={css.page}>
        <Empty
          level={1}
          icon="search"
          title="Page not found"
          actions={
            <Link className={css.link} to={token ? "/home" : "/welcome"}>
              {token ? "Go to Home" : "Go to Welcome"}
            </Link>
          }
        >
          The address may be mistyped, or the page has moved.
        </Empty>
      </div>
    </Framed>
  );
}
