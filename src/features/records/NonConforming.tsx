import { Trans } from '@lingui/react/macro'
import type { PdfConfig } from '../../../contract/pdfForm.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'

const Mark = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    marginTop: '1',
    marginInlineEnd: '2',
    paddingInline: '2',
    paddingBlock: '0.5',
    borderRadius: 'full',
    textStyle: 'small',
    fontWeight: 'semibold',
    color: 'status.needsYou',
    bg: 'status.needsYou.bg',
  },
})

/** Labels of the fields whose answer breaks a rule of the document: a device names them as people read them, other programs as the file does. */
export function wrongIn(marked: unknown, config: Pick<PdfConfig, 'fieldTooltips'> | undefined): string[] {
  const names = Array.isArray(marked) ? marked.filter((name): name is string => typeof name === 'string' && name !== '') : []
  return names.map((name) => config?.fieldTooltips?.[name] ?? name)
}

/** On the line of a record: its document does not conform. */
export function NonConformingMark() {
  return (
    <Mark>
      <Icon name="alert" size={16} />
      <Trans>Non-conforming</Trans>
    </Mark>
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
