import { Icon } from "../../ui/Icon";
import css from "./signIn.module.css";

/** The privacy sentence at the end of the dialog. Only a server that uses its own nodes can promise that no third party knows. */
export const PrivacyNote = ({ ownNodesOnly }: { ownNodesOnly: boolean }) => (
  <p className={css.privacy}>
    <Icon name="shield" size={15} />
    <span>
      {ownNodesOnly
        ? "Your privacy is protected. No third party will know which wallet addresses you added."
        : "Your privacy is protected. Providers see an address, never your email or your name."}
    </span>
  </p>
);
