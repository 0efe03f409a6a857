/**
 * Strokes are stored in units of the pad's width and drawn at this size (spec/1 §9: 350 wide, 40 % high), so
 * that they look alike at any size.
 */
export const padWidth = 350
export const padHeight = 0.4 * padWidth
