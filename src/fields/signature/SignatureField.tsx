import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { fileAddress, type SignatureItem } from '../../../contract/uploads.ts'
import { addBlob, useFileUrl } from '../../store/blobs.ts'
import { Button } from '../../ui/Button.tsx'
import { confirmDialog } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { FieldProps } from '../defineField.ts'
import { useFormHost } from '../host.ts'
import { useField } from '../useField.ts'
import { outline, padHeight, padWidth } from './ink.ts'
import { type Drawing, signaturePng } from './paint.ts'
import { blank, SignatureDialog } from './SignatureDialog.tsx'
import './signature.css'

/** What a record may hold as a signature: our own item, or one of another system with a file alone. */
type Kept = Pick<SignatureItem, 'filename' | 'url'> & Partial<SignatureItem> & { typed?: string }

const firstOf = (value: unknown) => (Array.isArray(value) ? (value[0] as Kept | undefined) : undefined)

function SignatureImage({ item, label }: { readonly item: Kept; readonly label: string }) {
  const { t } = useLingui()
  const src = useFileUrl(item.id ?? '', item.url)
  const [missing, setMissing] = useState<string>()
  const who = item.signatory ?? item.typed
  const alt = who ? t`Signature of ${who}` : t`${label}: signed`
  // The bytes may be on another device and not here yet; the strokes travel with the record.
  if ((!src || missing === src) && item.strokes?.length) {
    return (
      <svg className="m-signature-image" viewBox={`0 0 ${padWidth} ${padHeight}`} role="img" aria-label={alt}>
        {item.strokes.map((stroke, at) => (
          <path key={at} d={outline(stroke)} />
        ))}
      </svg>
    )
  }
  return src ? (
    <img className="m-signature-image" src={src} alt={alt} width={padWidth} height={padHeight} onError={() => setMissing(src)} />
  ) : null
}

/** A signature: drawn in a dialog, kept as a stamped picture together with the strokes it was made from. */
export function SignatureField({ form, node, setting }: FieldProps<'signature'>) {
  const { t, i18n } = useLingui()
  const host = useFormHost()
  const { id, value, set, label, readOnly, describedBy } = useField(form, node)
  const [open, setOpen] = useState(false)
  const [drawing, setDrawing] = useState(blank)
  const item = firstOf(value)

  const confirm = async (done: Drawing) => {
    const timestamp = new Date().toISOString()
    const signatory = setting.signatory === undefined ? '' : form.text(node, setting.signatory).trim()
    const filename = `signature-${timestamp.replace(/[:.]/g, '-')}.png`
    const bytes = await signaturePng(done, signatory, timestamp)
    const file = await addBlob({ bytes, type: 'image/png', filename, draftId: host.draftId })
    const kept: Kept = {
      ...file,
      filename,
      url: fileAddress(file.id),
      ...(signatory && { signatory }),
      timestamp,
      ...(done.strokes.length > 0 ? { strokes: done.strokes } : { typed: done.typed.trim() }),
    }
    set([kept])
    setDrawing(blank)
    setOpen(false)
  }

  const remove = async () => {
    const yes = await confirmDialog({ text: t`Remove the signature?`, ok: t`Remove`, danger: true })
    if (!yes) return
    set([])
    // What had the focus is gone.
    setTimeout(() => document.getElementById(id)?.focus())
  }

  if (item) {
    const when =
      item.timestamp && new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(item.timestamp))
    const who = item.signatory ?? item.typed
    return (
      <div className="m-signature">
        <SignatureImage item={item} label={label} />
        <div className="m-signature-foot">
          <span className="m-hint">
            {who && when ? (
              <Trans>
                {who}, {when}
              </Trans>
            ) : (
              (who ?? when)
            )}
          </span>
          {readOnly ? null : (
            <Button id={id} kind="quiet" icon="trash" onClick={remove} aria-describedby={describedBy}>
              {t`Remove`}
            </Button>
          )}
        </div>
      </div>
    )
  }
  if (readOnly) return <p className="m-value">{t`Not signed`}</p>
  return (
    <>
      <button type="button" id={id} className="m-box m-sign-here" aria-describedby={describedBy} onClick={() => setOpen(true)}>
        <Icon name="pen" />
        {setting.placeholder ?? t`Sign here`}
      </button>
      {open && <SignatureDialog drawing={drawing} onDraw={setDrawing} onConfirm={confirm} onClose={() => setOpen(false)} />}
    </>
  )
}
