import { shortAddress } from "../format/text";

interface AddressProps {
  /** The full address; it is in the title. */
  address: string;
  /** A name that stands for it. */
  name?: string | null | undefined;
  className?: string | undefined;
}

/** An address in its short form, or the name that stands for it. */
export function Address({ address, name, className }: AddressProps) {
  return (
    <span className={className} title={name ? `${name}, ${address}` : address}>
      {name || shortAddress(address)}
    </span>
  );
}
