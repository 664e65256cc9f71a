/** How many times longer this machine may take than an idle one. The check runner measures it. */
const FACTOR = Math.max(1, Number(process.env.SPYHOP_TEST_PATIENCE ?? 2) || 2);

/** Returns a deadline for the work of the machine, from the time that an idle machine may take at most. */
export const patience = (milliseconds: number): number => Math.round(milliseconds * FACTOR);
