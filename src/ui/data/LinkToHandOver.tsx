import { chakra } from '../chakra.ts'
import { TextField } from '../controls/TextField.tsx'
import { QrCode } from './QrCode.tsx'

const Code = chakra('div', { base: { maxWidth: '14rem', width: 'full', marginInline: 'auto' } })

/** A link for another person: as a code to scan, and as text to copy. */
export function LinkToHandOver({ link, code, label }: { readonly link: string; readonly code: string; readonly label: string }) {
  return (
    <>
      <Code>
        <QrCode text={link} label={code} />
      </Code>
      <TextField label={label} readOnly value={link} onFocus={(event) => event.target.select()} />
    </>
  )
}
