/** The longest delay between two refreshes, ms. */
export const refreshCap = 60_000

/** Returns ms until the next refresh: the interval grows by a tenth with every load (spec/1 §4.9). */
export const refreshDelay = (interval: number, loadCount: number): number => Math.min(interval * (1 + loadCount / 10), refreshCap)
