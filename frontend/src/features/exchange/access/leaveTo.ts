/** Leaves this page for one of another site. */
export const leaveTo = (url: string): void => location.assign(url);
