import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { Dialog } from '../overlays/Dialog.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { blank, type Drawing, isBlank } from './drawing.ts'
import type { Stroke } from './ink.ts'
import { signaturePng } from './paint.ts'
import { SignaturePad } from './SignaturePad.tsx'
import './signature-pad.css'

interface SignatureDialogProps {
  readonly drawing: Drawing
  onDraw(drawing: Drawing): void
  /** Drawn into the image beside the time; '' for the time alone. */
  readonly signatory: string
  /** Stores the image and the drawing it was made from; rejects if the device can't. */
  onConfirm(drawing: Drawing, picture: Blob, timestamp: string): Promise<void>
  /** Also accepts an image of a signature. Rejects if the file is not an image. */
  onPicture?(file: File): Promise<void>
  /** Signs with the same person's earlier drawing. Undefined: there is none. */
  readonly onReuse?: (() => void) | undefined
  onClose(): void
}

/** 350 px of sheet, and the 20 px around it that a dialog has. */
const width = 390

/** Sign with finger, pen or mouse, or type the name if drawing is not possible. */
export function SignatureDialog({ drawing, signatory, onDraw, onConfirm, onPicture, onReuse, onClose }: SignatureDialogProps) {
  const { t } = useLingui()
  const nameId = useId()
  const [typing, setTyping] = useState(drawing.typed !== '')
  const [failed, setFailed] = useState(false)
  const [unread, setUnread] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const { strokes, typed } = drawing
  const shown: Drawing = typing ? { strokes: [], typed } : { strokes, typed: '' }

  const add = (stroke: Stroke) => onDraw({ ...drawing, strokes: [...strokes, stroke] })
  const undo = () => onDraw({ ...drawing, strokes: strokes.slice(0, -1) })
  const undoing = useRef(undo)
  useEffect(() => {
    undoing.current = undo
  })
  useEffect(() => {
    if (typing) return
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      undoing.current()
    }
    document.addEventListener('keydown', key)
    return () => document.removeEventListener('keydown', key)
  }, [typing])

  const confirm = async () => {
    setFailed(false)
    const timestamp = new Date().toISOString()
    try {
      await onConfirm(shown, await signaturePng(shown, signatory, timestamp), timestamp)
    } catch {
      setFailed(true)
    }
  }

  return (
    <Dialog
      open
      title={t`Signature`}
      width={width}
      onClose={onClose}
      actions={
        <>
          <Button
            onClick={() => {
              onDraw(blank)
              onClose()
            }}
          >
            {t`Cancel`}
          </Button>
          <Button kind="primary" disabled={isBlank(shown)} onClick={confirm}>
            {t`Confirm`}
          </Button>
        </>
      }
    >
      <div className="m-sign">
        <div className="m-sheet">
          <SignaturePad strokes={shown.strokes} typed={shown.typed} still={typing} onStroke={add} />
          {isBlank(shown) && (
            <span className="m-sheet-hint" aria-hidden="true">
              {typing ? t`Your name` : t`Sign here`}
            </span>
          )}
        </div>
        {typing ? (
          <div className="m-field">
            <label className="m-label" htmlFor={nameId}>
              <Trans>Type your full name to sign</Trans>
            </label>
            <input
              id={nameId}
              className="m-input"
              autoComplete="name"
              autoFocus
              maxLength={80}
              value={typed}
              onChange={(event) => onDraw({ ...drawing, typed: event.target.value })}
            />
          </div>
        ) : null}
        {onReuse && (
          <Button full icon="pen" onClick={onReuse}>
            {t`Use my signature`}
          </Button>
        )}
        <div className="m-sign-tools">
          {typing ? (
            <Button kind="quiet" icon="pen" onClick={() => setTyping(false)}>
              {t`Draw instead`}
            </Button>
          ) : (
            <>
              <Button kind="quiet" icon="back" disabled={strokes.length === 0} onClick={undo}>
                {t`Undo`}
              </Button>
              <Button kind="quiet" icon="trash" disabled={strokes.length === 0} onClick={() => onDraw({ ...drawing, strokes: [] })}>
                {t`Clear`}
              </Button>
              <Button kind="quiet" icon="edit" onClick={() => setTyping(true)}>
                {t`Type instead`}
              </Button>
            </>
          )}
          {onPicture && (
            <>
              <Button kind="quiet" icon="camera" onClick={() => picker.current?.click()}>
                {t`Use a picture`}
              </Button>
              <input
                ref={picker}
                type="file"
                accept="image/*"
                hidden
                aria-label={t`Use a picture`}
                onChange={({ target }) => {
                  const [file] = target.files ?? []
                  setUnread(false)
                  if (file) onPicture(file).catch(() => setUnread(true))
                  target.value = ''
                }}
              />
            </>
          )}
        </div>
        {unread && (
          <Notice level="error">{t`This picture could not be read. Take a photo of the signature, or choose a JPEG or PNG.`}</Notice>
        )}
        {failed && (
          <Notice level="error">{t`The signature could not be kept on this device. It is still here: free some space and confirm again.`}</Notice>
        )}
      </div>
    </Dialog>
  )
}
