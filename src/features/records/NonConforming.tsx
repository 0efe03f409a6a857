import { Trans } from '@lingui/react/macro'
import type { PdfConfig } from '../../../contract/pdfForm.ts'
import { Notice } from '../../ui/Notice.tsx'
import { LineMark } from './LineMark.tsx'

/** Labels of the fields whose answer breaks a rule of the document: a device names them as people read them, other programs as the file does. */
export function wrongIn(marked: unknown, config: Pick<PdfConfig, 'fieldTooltips'> | undefined): string[] {
  const names = Array.isArray(marked) ? marked.filter((name): name is string => typeof name === 'string' && name !== '') : []
  return names.map((name) => config?.fieldTooltips?.[name] ?? name)
}

/** On the line of a record: its document does not conform. */
export function NonConformingMark() {
  return (
    <LineMark icon="alert" level="needsYou">
      <Trans>Non-conforming</Trans>
    </LineMark>
  )
}

export function NonConformingReason({ fields }: { readonly fields: readonly string[] }) {
  const names = fields.join(', ')
  return (
    <Notice level="warning">
      <Trans>Does not conform: {names}</Trans>
    </Notice>
  )
}
