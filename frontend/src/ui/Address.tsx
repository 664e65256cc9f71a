import { shortAddress } from "../format/text";

interface AddressProps {
  /** The full address, shown as the title. */
  address: string;
  /** A name to show instead. */
  name?: string | null | undefined;
  className?: string | undefined;
}

/** A shortened address, or its name. */
export function Address({ address, name, className }: AddressProps) {
  return (
    <span className={className} title={name ? `${name}, ${address}` : address}>
      {name || shortAddress(address)}
    </span>
  );
}
