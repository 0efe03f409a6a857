/** Parts of the body in the order of records, from head to feet. The name is what is stored. */
export const bodyParts = [
  'Head',
  'Eyes',
  'Face',
  'Neck',
  'Right shoulder',
  'Left shoulder',
  'Chest',
  'Upper back',
  'Right upper arm',
  'Left upper arm',
  'Right elbow',
  'Left elbow',
  'Right forearm',
  'Left forearm',
  'Right hand',
  'Left hand',
  'Abdomen',
  'Lower back',
  'Hips',
  'Buttocks',
  'Right thigh',
  'Left thigh',
  'Right knee',
  'Left knee',
  'Right lower leg',
  'Left lower leg',
  'Right foot',
  'Left foot',
] as const
export type BodyPart = (typeof bodyParts)[number]

/** The stored list, always from head to feet; without other values. */
export const partsOf = (value: unknown): BodyPart[] => (Array.isArray(value) ? bodyParts.filter((part) => value.includes(part)) : [])

export function withPart(value: unknown, part: BodyPart, chosen: boolean): BodyPart[] {
  const now = partsOf(value)
  return bodyParts.filter((each) => (each === part ? chosen : now.includes(each)))
}
