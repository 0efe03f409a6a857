import { useLingui } from '@lingui/react/macro'
import type { PdfConfig } from '../../../contract/forms/PdfConfig.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { Filling } from './filling.ts'
import { type FormField, nonConforming } from './formFields.ts'
import { useValues } from './useValues.ts'

interface ConformityProps {
  readonly fields: readonly FormField[]
  readonly filling: Filling
  readonly config: PdfConfig
}

/** Shows at once which answers do not conform, so that the person can still correct the cause. */
export function Conformity({ fields, filling, config }: ConformityProps) {
  const { t } = useLingui()
  const wrong = nonConforming(fields, useValues(filling), config)
    .map(({ label }) => label)
    .join(', ')
  return wrong === '' ? null : <Notice level="warning">{t`Non-conforming: ${wrong}. You can send it; readers see the mark.`}</Notice>
}
