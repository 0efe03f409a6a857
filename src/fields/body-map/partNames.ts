import { t } from '@lingui/core/macro'
import type { BodyPart } from './bodyParts.ts'

/** The parts in the language of the person. */
export const partNames = (): Readonly<Record<BodyPart, string>> => ({
  Head: t`Head`,
  Eyes: t`Eyes`,
  Face: t`Face`,
  Neck: t`Neck`,
  'Right shoulder': t`Right shoulder`,
  'Left shoulder': t`Left shoulder`,
  Chest: t`Chest`,
  'Upper back': t`Upper back`,
  'Right upper arm': t`Right upper arm`,
  'Left upper arm': t`Left upper arm`,
  'Right elbow': t`Right elbow`,
  'Left elbow': t`Left elbow`,
  'Right forearm': t`Right forearm`,
  'Left forearm': t`Left forearm`,
  'Right hand': t`Right hand`,
  'Left hand': t`Left hand`,
  Abdomen: t`Abdomen`,
  'Lower back': t`Lower back`,
  Hips: t`Hips`,
  Buttocks: t`Buttocks`,
  'Right thigh': t`Right thigh`,
  'Left thigh': t`Left thigh`,
  'Right knee': t`Right knee`,
  'Left knee': t`Left knee`,
  'Right lower leg': t`Right lower leg`,
  'Left lower leg': t`Left lower leg`,
  'Right foot': t`Right foot`,
  'Left foot': t`Left foot`,
})
