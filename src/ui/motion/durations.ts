/** Milliseconds. The tokens of the style sheets come from here, too. */
export const durations = { fast: 120, moderate: 160, slow: 200 } as const

/** Control points of a cubic Bézier curve: `out` for what arrives, `in` for what leaves. */
export const easings: Readonly<Record<'out' | 'in', [number, number, number, number]>> = { out: [0.2, 0.8, 0.3, 1], in: [0.4, 0, 1, 1] }

/** How far a row or a step moves aside. Less than the padding of a page, so that no screen scrolls sideways. */
export const aside = '0.75rem'
