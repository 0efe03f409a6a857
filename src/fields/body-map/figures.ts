import type { BodyPart } from './bodyParts.ts'

/** A part of a figure; both figures are in a grid of 144 × 404. */
export interface FigurePart {
  readonly part: BodyPart
  readonly path: string
}

/** Width of a figure; a limb on one side is mirrored to the other. */
const width = 144

/** A rectangle with round corners, as a path. */
const box = (x: number, y: number, w: number, h: number, r: number) =>
  `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}z`

type Limb = 'shoulder' | 'upper arm' | 'elbow' | 'forearm' | 'hand' | 'thigh' | 'knee' | 'lower leg' | 'foot'
/** x, y, width, height and corner of each limb on the left of the picture. */
const limbs: Readonly<Record<Limb, readonly [number, number, number, number, number]>> = {
  shoulder: [16, 80, 26, 26, 11],
  'upper arm': [12, 108, 24, 40, 9],
  elbow: [9, 150, 24, 24, 10],
  forearm: [6, 176, 22, 42, 9],
  hand: [2, 220, 24, 30, 10],
  thigh: [43, 218, 28, 64, 10],
  knee: [45, 284, 25, 24, 10],
  'lower leg': [46, 310, 23, 60, 9],
  foot: [39, 372, 31, 26, 10],
}

/** The limbs on both sides; `near` is the side of the person on the left of the picture. */
const limbsOf = (near: 'Right' | 'Left'): FigurePart[] =>
  Object.entries(limbs).flatMap(([limb, [x, y, w, h, r]]) => [
    { part: `${near} ${limb}` as BodyPart, path: box(x, y, w, h, r) },
    { part: `${near === 'Right' ? 'Left' : 'Right'} ${limb}` as BodyPart, path: box(width - x - w, y, w, h, r) },
  ])

const neck: FigurePart = { part: 'Neck', path: box(61, 60, 22, 18, 5) }

/** The person looks out of the picture: their right is on the left. */
export const front: readonly FigurePart[] = [
  { part: 'Head', path: 'M48 31a24 28 0 0 1 48 0z' },
  { part: 'Eyes', path: box(49, 33, 46, 12, 5) },
  { part: 'Face', path: 'M51 47h42a24 26 0 0 1 -42 0z' },
  neck,
  { part: 'Chest', path: box(44, 80, 56, 56, 10) },
  { part: 'Abdomen', path: box(46, 138, 52, 42, 8) },
  { part: 'Hips', path: box(44, 182, 56, 34, 10) },
  ...limbsOf('Right'),
]

/** The person looks into the picture. */
export const back: readonly FigurePart[] = [
  { part: 'Head', path: 'M48 31a24 28 0 0 1 48 0a24 28 0 0 1 -48 0z' },
  neck,
  { part: 'Upper back', path: box(44, 80, 56, 56, 10) },
  { part: 'Lower back', path: box(46, 138, 52, 42, 8) },
  { part: 'Buttocks', path: box(44, 182, 56, 34, 10) },
  ...limbsOf('Left'),
]
