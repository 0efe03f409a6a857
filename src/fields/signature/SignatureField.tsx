import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useState } from 'react'
import { fileAddress, type SignatureItem } from '../../../contract/endpoints/uploads.ts'
import { addBlob, useFileUrl } from '../../store/files/addBlob.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import type { FieldProps } from '../defineField.ts'
import { useFormHost } from '../useFormHost.ts'
import { useField } from '../useField.ts'
import { blank, type Drawing } from '../../ui/signature-pad/drawing.ts'
import { padHeight, padWidth } from '../../ui/signature-pad/padWidth.ts'
import * as styles from './signature.module.css'
import * as controls from '../../ui/controls/controls.module.css'

/** The drawing dialog is loaded only to sign; a form that shows signatures does not load it. */
const loadDialog = () => import('../../ui/signature-pad/SignatureDialog.tsx')
/** Not before the form is on the screen, ms. */
const dialogAfter = 1500
const SignatureDialog = lazy(() => loadDialog().then((module) => ({ default: module.SignatureDialog })))
const StrokesPicture = lazy(() => import('./StrokesPicture.tsx').then((module) => ({ default: module.StrokesPicture })))

/** A signature in a record: our own item, or one of another system with only a file. */
type Kept = Pick<SignatureItem, 'filename' | 'url'> & Partial<SignatureItem>

const firstOf = (value: unknown) => (Array.isArray(value) ? (value[0] as Kept | undefined) : undefined)

function SignatureImage({ item, label }: { readonly item: Kept; readonly label: string }) {
  const { t } = useLingui()
  const src = useFileUrl(item.id ?? '', item.url)
  const [missing, setMissing] = useState<string>()
  const who = item.signatory ?? item.typed
  const alt = who ? t`Signature of ${who}` : t`${label}: signed`
  // The bytes may still be on another device; the strokes are part of the record.
  if ((!src || missing === src) && item.strokes?.length) {
    return (
      <Suspense fallback={null}>
        <StrokesPicture strokes={item.strokes} label={alt} />
      </Suspense>
    )
  }
  return src ? (
    <img className={styles.image} src={src} alt={alt} width={padWidth} height={padHeight} onError={() => setMissing(src)} />
  ) : null
}

/** Who signed, and when; either can be unknown. */
function SignedBy({ item }: { readonly item: Kept }) {
  const { i18n } = useLingui()
  const at = new Date(item.timestamp ?? Number.NaN)
  const when = Number.isNaN(at.getTime())
    ? ''
    : new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
  const who = item.signatory ?? item.typed
  return (
    <span className={controls.hint}>
      {who && when ? (
        <Trans>
          {who}, {when}
        </Trans>
      ) : (
        who || when
      )}
    </span>
  )
}

/** A signature: drawn in a dialog, stored as a stamped picture together with its strokes. */
export function SignatureField({ form, node, setting }: FieldProps<'signature'>) {
  const { t } = useLingui()
  const host = useFormHost()
  const { id, value, set, label, readOnly, describedBy } = useField(form, node)
  const [open, setOpen] = useState(false)
  const [drawing, setDrawing] = useState(blank)
  const item = firstOf(value)
  const signable = !item && !readOnly

  useEffect(() => {
    if (!signable) return
    const later = setTimeout(() => void loadDialog().catch(() => undefined), dialogAfter)
    return () => clearTimeout(later)
  }, [signable])

  const signatory = setting.signatory === undefined ? '' : form.text(node, setting.signatory).trim()

  /** The element that had the focus is gone: the control that replaces it has the same id. */
  const focusControl = () => setTimeout(() => document.getElementById(id)?.focus())

  const confirm = async (done: Drawing, bytes: Blob, timestamp: string) => {
    const filename = `signature-${timestamp.replace(/[:.]/g, '-')}.png`
    const file = await addBlob({ bytes, type: 'image/png', filename, draftId: host.draftId })
    const kept: SignatureItem = {
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
    focusControl()
  }

  const remove = async () => {
    const yes = await confirmDialog({ text: t`Remove the signature?`, ok: t`Remove`, danger: true })
    if (!yes) return
    set([])
    focusControl()
  }

  if (item) {
    return (
      <div className={styles.signature}>
        <SignatureImage item={item} label={label} />
        <div className={styles.foot}>
          <SignedBy item={item} />
          {readOnly ? null : (
            <Button id={id} kind="quiet" icon="trash" onClick={remove} aria-describedby={describedBy}>
              {t`Remove`}
            </Button>
          )}
        </div>
      </div>
    )
  }
  if (readOnly) return <p className={controls.value}>{t`Not signed`}</p>
  return (
    <>
      <button
        type="button"
        id={id}
        className={`${controls.box} ${styles.signHere}`}
        aria-describedby={describedBy}
        onClick={() => setOpen(true)}
      >
        <Icon name="pen" />
        {setting.placeholder ?? t`Sign here`}
      </button>
      {open && (
        <Suspense fallback={null}>
          <SignatureDialog drawing={drawing} signatory={signatory} onDraw={setDrawing} onConfirm={confirm} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
