import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Button, IconButton } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { EmptyState, FailureNote } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import { AccessForm } from "./access/AccessForm";
import { ConnectTabs, type ConnectWay } from "./access/ConnectTabs";
import { choicesOf, namesAt } from "./accounts";
import { ConnectForm } from "./ConnectForm";
import css from "./connectDialog.module.css";
import { ExchangeGrid } from "./ExchangeGrid";
import { ExchangeIcon } from "./ExchangeIcon";
import { FileAccount } from "./file/FileAccount";
import { ImportFoot } from "./ImportFoot";
import foot from "./importFoot.module.css";
import { useAccounts, useProfiles } from "./queries";
import type { ExchangeAccount, ExchangeProfile } from "./types";
import { useAccountActions } from "./useAccountActions";

interface ConnectDialogProps {
  /** The account that gets another key. Without it the dialog begins with the list of exchanges. */
  account?: ExchangeAccount | undefined;
  /** Opens the dialog to sign up. */
  onRegister: () => void;
  /** Opens the dialog that imports a file into an account. */
  onImport: (account: ExchangeAccount) => void;
  onClose: () => void;
}

interface ListProps {
  onConnect: (profile: ExchangeProfile) => void;
  onReplace: (account: ExchangeAccount) => void;
  onClose: () => void;
}

const Bones = () => (
  <div className={css.bones} aria-busy="true">
    <Skeleton width="100%" height={72} />
    <Skeleton width="100%" height={72} />
    <Skeleton width="100%" height={72} />
  </div>
);

/** The list of exchanges, which is the first step. */
function List({ onConnect, onReplace, onClose }: ListProps) {
  const profiles = useProfiles();
  const accounts = useAccounts();
  const navigate = useNavigate();
  const own = accounts.data ?? [];
  const [actions, dialog] = useAccountActions(own);
  const failure = profiles.error ?? accounts.error;
  const retry = () => void Promise.all([profiles.refetch(), accounts.refetch()]);
  const onManage = () => {
    onClose();
    void navigate("/exchanges");
  };
  if (!profiles.data || !accounts.data)
    return failure ? <FailureNote title="Couldn't load the exchanges" failure={failure} onRetry={retry} /> : <Bones />;
  if (profiles.data.length === 0)
    return (
      <EmptyState icon="bank" title="No exchanges">
        This server reads no exchange. Its configuration may exclude them.
      </EmptyState>
    );
  return (
    <>
      <ExchangeGrid
        choices={choicesOf(profiles.data, own)}
        onConnect={onConnect}
        onReplace={onReplace}
        onManage={onManage}
        {...actions}
      />
      {dialog}
    </>
  );
}

/** What the second step is about. */
interface Form {
  profile: ExchangeProfile;
  /** The account that gets another key; null for a new account. */
  replaced: ExchangeAccount | null;
}

/** The step that is shown: the form of an exchange, or the list. The form of a given account has no way back to the list. */
function useStep(account: ExchangeAccount | undefined) {
  const { data: profiles = [] } = useProfiles();
  const [chosen, choose] = useState<Form | null>(null);
  const left = useRef<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const formOf = (replaced: ExchangeAccount): Form | null => {
    const profile = profiles.find(({ exchange }) => exchange === replaced.exchange);
    return profile ? { profile, replaced } : null;
  };
  const form = chosen ?? (account ? formOf(account) : null);
  const goBack = () => {
    left.current = chosen?.profile.exchange ?? null;
    choose(null);
  };
  // Coming back, the exchange that was left has the focus again.
  useEffect(() => {
    if (form || !left.current) return;
    const card = list.current?.querySelector<HTMLElement>(`[data-exchange="${left.current}"]`);
    (card ?? list.current)?.focus();
  }, [form]);
  return {
    form,
    list,
    onBack: chosen ? goBack : null,
    onConnect: (profile: ExchangeProfile) => choose({ profile, replaced: null }),
    onReplace: (broken: ExchangeAccount) => choose(formOf(broken)),
  };
}

function verbOf({ state }: ExchangeAccount, way: ConnectWay): string {
  if (state === "from_files") return "Add a key to";
  return way === "access" ? "Reconnect" : "New key for";
}

function subtitleOf({ name }: ExchangeProfile, way: ConnectWay): string {
  if (way === "file") return "From files that it exports, without a key";
  return way === "access" ? `You choose what Spyhop may read, on ${name}'s own page` : "API key, read-only";
}

/** The head of the dialog in each step. */
function headOf(form: Form | null, way: ConnectWay, onBack: (() => void) | null) {
  if (!form)
    return {
      title: "Connect exchange",
      subtitle: "Connect your exchange(s) securely and privately for more accurate analysis.",
    };
  const { profile, replaced } = form;
  return {
    title: replaced ? `${verbOf(replaced, way)} ${replaced.account_name}` : `Connecting to ${profile.name}`,
    subtitle: subtitleOf(profile, way),
    lead: (
      <>
        {onBack ? <IconButton icon="left" label="Back to all exchanges" className={css.back} onClick={onBack} /> : null}
        <ExchangeIcon name={profile.name} mark={profile.mark} size={40} />
      </>
    ),
  };
}

/** The way to connect: on the page of the exchange where that is offered, unless the account has a key. */
function useWay(form: Form | null): [ConnectWay, (way: ConnectWay | null) => void] {
  const [chosen, choose] = useState<{ exchange: string; way: ConnectWay | null } | null>(null);
  const { profile, replaced = null } = form ?? {};
  const exchange = profile?.exchange ?? "";
  const hasKey = replaced?.key != null && !replaced.key.is_granted;
  const first = profile?.oauth && !hasKey ? "access" : "key";
  return [(chosen?.exchange === exchange ? chosen.way : null) ?? first, (way) => choose({ exchange, way })];
}

/** The form of the chosen way. */
const FormOf = ({ way, ...props }: ComponentProps<typeof ConnectForm> & { way: ConnectWay }) => {
  const { oauth } = props.profile;
  if (way === "file") return <FileAccount {...props} />;
  return oauth && way === "access" ? <AccessForm {...props} oauth={oauth} /> : <ConnectForm {...props} />;
};

/** The way for an account of which there is no key: files of it are imported instead. */
const FileFoot = ({ onChoose }: { onChoose: () => void }) => (
  <div className={foot.foot}>
    <p>No key for this account?</p>
    <Button tone="link" onClick={onChoose}>
      Import a file instead
    </Button>
  </div>
);

/** Whether there is another exchange to connect. */
function useHasOthers(form: Form | null): boolean {
  const { data: profiles = [] } = useProfiles();
  const { data: accounts = [] } = useAccounts();
  return profiles.some(
    ({ exchange }) => exchange !== form?.profile.exchange && namesAt(accounts, exchange).length === 0,
  );
}

/** The dialog that connects an account at an exchange: the list of exchanges, then the form for a key. */
export function ConnectDialog({ account, onRegister, onImport, onClose }: ConnectDialogProps) {
  const { data: accounts = [] } = useAccounts();
  const { form, list, onBack, ...actions } = useStep(account);
  const hasOthers = useHasOthers(form);
  const [way, onChoose] = useWay(form);
  return (
    <Dialog {...headOf(form, way, onBack)} onClose={onClose}>
      {form?.profile.oauth && way !== "file" ? (
        <ConnectTabs name={form.profile.name} chosen={way} onChoose={onChoose} />
      ) : null}
      {form ? (
        <FormOf
          {...form}
          way={way}
          taken={namesAt(accounts, form.profile.exchange)}
          onConnected={onBack && hasOthers ? onBack : onClose}
          onRegister={onRegister}
          onBack={way === "file" ? () => onChoose(null) : onBack}
          onClose={onClose}
        />
      ) : (
        <div ref={list} tabIndex={-1} className={css.list}>
          {account ? <Bones /> : <List {...actions} onClose={onClose} />}
        </div>
      )}
      {form && !form.replaced && way !== "file" && form.profile.files.length > 0 ? (
        <FileFoot onChoose={() => onChoose("file")} />
      ) : null}
      {form || account ? null : <ImportFoot onImport={onImport} />}
    </Dialog>
  );
}
