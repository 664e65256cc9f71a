/** The dialog that connects an exchange is open while the address of the page ends with this. */
export const CONNECT = "#connect-exchange";
