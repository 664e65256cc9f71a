import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router";
import { FeedbackDialog } from "../features/feedback/FeedbackDialog";
import { send } from "../features/feedback/mutations";

/** The feedback dialog. It is open while the address of the page ends with `#feedback`. */
export function FeedbackContainer() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const close = useCallback(() => navigate({ pathname, search }, { replace: true }), [navigate, pathname, search]);
  return <FeedbackDialog send={send} onClose={close} />;
}
