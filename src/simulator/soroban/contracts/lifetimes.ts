/** Ledgers of a day, of five seconds each (rs-soroban-env storage_types.rs). */
const day = 17_280;

/** How long a contract is kept when it is used, and how little of that must be left. */
export const instanceLife = { threshold: 6 * day, extendTo: 7 * day } as const;

/** How long a balance is kept when it is used. */
export const balanceLife = { threshold: 29 * day, extendTo: 30 * day } as const;

/** How long our own contracts are kept when they are used: half an hour, so that forgotten ones are archived while someone watches. */
export const programLife = { threshold: 240, extendTo: 360 } as const;
