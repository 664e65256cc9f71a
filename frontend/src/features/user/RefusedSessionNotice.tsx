import { Button } from "../../ui/Button";
import css from "./refusedSession.module.css";
import { resumeSession } from "./session";

/** Says that the server refused the session and that it can be tried again. */
export const RefusedSessionNotice = () => (
  <div className={css.aside} role="status">
    <span>
      The server did not accept this browser's session, so it was set aside here. It was not deleted: your wallets are
      still on the server.
    </span>
    <Button small icon="refresh" onClick={resumeSession}>
      Try it again
    </Button>
  </div>
);
