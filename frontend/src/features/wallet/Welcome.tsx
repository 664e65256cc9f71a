import { type DragEvent, type ReactNode, Suspense, useRef, useState } from "react";
import { Link } from "react-router";
import { messageOf } from "../../queries/detection";
import { Icon } from "../../ui/Icon";
import { preloaded } from "../../ui/lazyPart";
import { InlineFailure } from "../../ui/Note";
import { WaterPage } from "../../ui/WaterPage";
import { AddressForm } from "./AddressForm";
import { TryExample } from "./TryExample";
import type { Save } from "./useSending";
import css from "./welcome.module.css";

const loadMore = () => import("./WelcomeMore");
const WelcomeFigure = preloaded(loadMore, "WelcomeFigure");
const WelcomeFacts = preloaded(loadMore, "WelcomeFacts");

interface WelcomeProps {
  save: Save;
  /** Continues with a file of wallets. */
  onFile: (file: File) => Promise<void>;
  /** Rendered above the form. */
  notice?: ReactNode;
  /** Rendered below the form while nothing is typed in it. */
  instead: ReactNode;
  /** Rendered at the right of the brand. */
  corner: ReactNode;
  /** Rendered at the end of the page. */
  foot: ReactNode;
}

interface WalletEntryProps extends Pick<WelcomeProps, "save" | "onFile" | "instead"> {
  /** The id of the text that names the form. */
  labelledBy: string;
}

/** The form for wallets, which also takes a file. */
function WalletEntry({ save, onFile, instead, labelledBy }: WalletEntryProps) {
  const [problem, setProblem] = useState("");
  const picker = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null) => {
    const file = files?.item(0);
    setProblem("");
    if (file) onFile(file).catch((thrown: unknown) => setProblem(messageOf(thrown)));
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend inside of the form
    <div role="group" aria-labelledby={labelledBy} onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      <AddressForm
        save={save}
        isField
        note="No account, no signature, no keys"
        ways={<TryExample save={save} />}
        instead={instead}
        onUpload={() => picker.current?.click()}
      />
      <input
        ref={picker}
        hidden
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        aria-label="File of wallets"
        onChange={(event) => {
          take(event.target.files);
          event.target.value = "";
        }}
      />
      {problem ? <InlineFailure>{problem}</InlineFailure> : null}
    </div>
  );
}

const LEAD = "welcome-lead";

/** The first page: enter addresses and continue. */
export const Welcome = ({ save, onFile, notice, instead, corner, foot }: WelcomeProps) => (
  <WaterPage
    start="/welcome"
    className={css.page}
    corner={corner}
    foot={foot}
    below={
      <Suspense>
        <WelcomeFacts />
      </Suspense>
    }
  >
    <div className={css.hero}>
      {notice ? <div className={css.notice}>{notice}</div> : null}
      <div className={css.start}>
        <h1>Welcome to Spyhop</h1>
        <p className={css.promise}>See what all your wallets are worth, and how every figure is made.</p>
        <p id={LEAD} className={css.lead}>
          Add any ENS or wallet addresses to get started
        </p>
        <WalletEntry save={save} onFile={onFile} instead={instead} labelledBy={LEAD} />
        <p className={css.privacy}>
          <Icon name="shield" size={16} />
          <span>
            We never share who you are. To read balances, this server queries the{" "}
            <Link to="/privacy">providers listed here</Link>. They see an address, not you.
          </span>
        </p>
      </div>
      <div className={css.example}>
        <Suspense>
          <WelcomeFigure />
        </Suspense>
      </div>
    </div>
  </WaterPage>
);
