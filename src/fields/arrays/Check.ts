import { t } from '@lingui/core/macro'
import type { FieldSetting, NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { mustPass } from './rules.ts'

export type Check = NonNullable<FieldSetting<'preflight'>['checks']>[number]

export const checkLabel = (check: Check): string => check.label ?? check.name

/** The Yes or No question of a check. */
export const answerField = (check: Check): NodeSetting => ({
  type: 'valueenum',
  attribute: 'answer',
  display: 'buttons',
  label: checkLabel(check),
  ...(check.description !== undefined && { description: check.description }),
  required: mustPass(check),
  options: [
    { name: t`Yes`, value: 'yes', status: 'yes' },
    { name: t`No`, value: 'no', status: 'no' },
  ],
})

/** Additions to the answer: note and photos. */
export const moreFields = ({ photo }: Check, visible?: string): NodeSetting[] => [
  { type: 'text', attribute: 'note', label: t`Note`, multiline: true, maxLength: 2000, visible },
  ...(photo === false ? [] : [{ type: 'attachments', attribute: 'photos', label: t`Photos`, accept: 'photos', visible } as const]),
]
