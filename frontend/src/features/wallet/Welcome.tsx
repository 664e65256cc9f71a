import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Link } from "react-router";
import { messageOf } from "../../queries/detection";
import { Icon } from "../../ui/Icon";
import { Logo } from "../../ui/Logo";
import { InlineFailure } from "../../ui/Note";
import { AddressForm } from "./AddressForm";
import { TryExample } from "./TryExample";
import type { Save } from "./useSending";
import { WaterScene } from "./WaterScene";
import css from "./welcome.module.css";

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

/** The first page: enter addresses and continue. */
export function Welcome({ save, onFile, notice, instead, corner, foot }: WelcomeProps) {
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
    <div className={css.page}>
      <header className={css.top}>
        <Link to="/welcome" className={css.brand}>
          <Logo size={26} />
          Spyhop
        </Link>
        {corner}
      </header>
      <WaterScene />
      <main className={css.main}>
        <h1>Welcome to Spyhop</h1>
        <p className={css.lead}>Add any ENS or wallet addresses to get started</p>
        {notice ? <div className={css.notice}>{notice}</div> : null}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a file can be chosen by the button as well */}
        <div className={css.card} onDrop={drop} onDragOver={(event) => event.preventDefault()}>
          <AddressForm save={save} instead={instead} onUpload={() => picker.current?.click()} />
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
        </div>
        {problem ? <InlineFailure>{problem}</InlineFailure> : null}
        <TryExample save={save} />
        <p className={css.privacy}>
          <Icon name="shield" size={16} />
          <span>
            We never share who you are. To read balances, this server queries the{" "}
            <Link to="/privacy">providers listed here</Link>. They see an address, not you.
          </span>
        </p>
      </main>
      {foot}
    </div>
  );
}
