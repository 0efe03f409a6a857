import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'
import { partsOf } from './bodyParts.ts'

export const rules: FieldRules<FieldSetting<'body-map'>> = { empty: (value) => partsOf(value).length === 0 }
