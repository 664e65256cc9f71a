import { useEffect } from "react";
import { Navigate, type To } from "react-router";
import { useToast } from "./toasts";

interface NoticeRedirectProps {
  to: To;
  /** Why another page is opened; null if it is the requested one. */
  notice: string | null;
}

/** Opens a page that stands for another one, and says why. */
export function NoticeRedirect({ to, notice }: NoticeRedirectProps) {
  const toast = useToast();
  useEffect(() => {
    if (notice) toast({ text: notice, bad: true });
  }, [notice, toast]);
  return <Navigate to={to} replace />;
}
