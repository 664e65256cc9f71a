import { IconButton } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { fullName } from "../accounts";
import dialog from "../connectDialog.module.css";
import { ExchangeIcon } from "../ExchangeIcon";
import type { ExchangeAccount, ExchangeProfile } from "../types";
import { sizeText } from "./checkFile";
import { FileStep } from "./FileStep";
import { PreviewStep } from "./PreviewStep";
import { useFilePreview } from "./useFilePreview";

interface ImportDialogProps {
  account: ExchangeAccount;
  profile: ExchangeProfile;
  onClose: () => void;
}

/** The dialog that imports a file of an exchange into an account: choose it, see what would change, import it. */
export function ImportDialog({ account, profile, onClose }: ImportDialogProps) {
  const { chosen, choose, forget } = useFilePreview(account);
  const { file, preview = null, problem = "" } = chosen ?? {};
  const isPreview = file !== undefined && preview !== null;
  return (
    <Dialog
      title={`Import CSV into ${fullName(account)}`}
      subtitle={
        isPreview ? `${file.name} · ${preview.form} · ${sizeText(file.size)}` : "A file that the exchange exports"
      }
      lead={
        <>
          {isPreview ? (
            <IconButton icon="left" label="Choose another file" className={dialog.back} onClick={forget} />
          ) : null}
          <ExchangeIcon name={profile.name} mark={profile.mark} size={40} />
        </>
      }
      onClose={onClose}
    >
      {isPreview ? (
        <PreviewStep account={account} file={file} preview={preview} onBack={forget} onDone={onClose} />
      ) : (
        <div className={dialog.form}>
          <FileStep
            profile={profile}
            isReading={file !== undefined && problem === ""}
            problem={problem}
            onFile={(chosen) => void choose(chosen)}
            onClose={onClose}
          />
        </div>
      )}
    </Dialog>
  );
}
