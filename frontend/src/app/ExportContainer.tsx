import { Suspense, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useCurrencies } from "../features/currency/queries";
import type { ExportFilter } from "../features/export_report/ExportDialog";
import { useFilters } from "../features/history/queries";
import { useCurrency } from "../format/currency";
import { Button } from "../ui/Button";
import { lazyPart } from "../ui/lazyPart";

const ExportDialog = lazyPart(() => import("../features/export_report/ExportDialog"), "ExportDialog");

interface ExportDialogContainerProps {
  filter: ExportFilter | null;
  onClose: () => void;
}

/** The export dialog, with the currencies and wallets to choose from. */
function ExportDialogContainer({ filter, onClose }: ExportDialogContainerProps) {
  const currency = useCurrency();
  const { data: currencies } = useCurrencies();
  const { data: filters } = useFilters();
  const years = filters?.year_filter.map(({ value }) => value).toSorted();
  const [first] = years ?? [];
  return (
    <Suspense>
      <ExportDialog
        currency={currency}
        currencies={currencies?.map(({ code }) => code) ?? []}
        wallets={filters?.wallet_filters ?? []}
        filter={filter}
        firstDay={first === undefined ? null : `${first}-01-01`}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** The hash with which the palette opens the dialog. */
const EXPORT_HASH = "#export";

/** The export button of a page header. */
export function ExportContainer({ filter = null }: { filter?: ExportFilter | null }) {
  const [open, setOpen] = useState(false);
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const close = () => {
    setOpen(false);
    if (hash === EXPORT_HASH) void navigate({ pathname, search }, { replace: true });
  };
  return (
    <>
      <Button tone="quiet" small icon="download" data-well-known aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Export
      </Button>
      {open || hash === EXPORT_HASH ? <ExportDialogContainer filter={filter} onClose={close} /> : null}
    </>
  );
}
