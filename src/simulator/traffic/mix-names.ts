/** The names of what people may do. */
export const mixNames = ['payments', 'dex', 'soroban', 'mixed'] as const;

/** What people do: pay, trade, use contracts, or all of it. */
export type Mix = (typeof mixNames)[number];
