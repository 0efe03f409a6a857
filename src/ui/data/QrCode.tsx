import { create } from 'qrcode'
import { useMemo } from 'react'
import { chakra } from '../chakra.ts'

/** Width of the white margin around a code in modules, so that cameras find it (ISO/IEC 18004). */
const quiet = 4

// Black on white in every theme: a camera reads it, not a person.
const Root = chakra('svg', { base: { display: 'block', width: 'full', height: 'auto', bg: 'white', borderRadius: 'md' } })

/** A QR code, made on the device. `label` describes its target for people who can't see it. */
export function QrCode({ text, label, level = 'M' }: { readonly text: string; readonly label: string; readonly level?: 'M' | 'Q' }) {
  const { size, path } = useMemo(() => {
    const { modules } = create(text, { errorCorrectionLevel: level })
    let dots = ''
    for (let y = 0; y < modules.size; y++)
      for (let x = 0; x < modules.size; x++) if (modules.get(y, x)) dots += `M${x + quiet} ${y + quiet}h1v1h-1z`
    return { size: modules.size + 2 * quiet, path: dots }
  }, [text, level])
  return (
    <Root role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </Root>
  )
}
