import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { TextField } from '../controls/TextField.tsx'
import { Dialog } from '../overlays/Dialog.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { blank, type Drawing, isBlank } from './drawing.ts'
import { fitOnSheet, type Stroke } from './Stroke.ts'
import { signaturePng } from './paint.ts'
import { SignaturePad } from './SignaturePad.tsx'
import * as styles from './signaturePad.module.css'

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
  const [typing, setTyping] = useState(drawing.typed !== '')
  const [failed, setFailed] = useState(false)
  const [unread, setUnread] = useState(false)
  const { strokes, typed } = drawing
  const shown: Drawing = typing ? { strokes: [], typed } : { strokes, typed: '' }
  const { isLarge, resize, fit } = useSheetSize(drawing, onDraw)
  const large = isLarge && !typing

  const add = (stroke: Stroke) => onDraw({ ...drawing, strokes: [...strokes, stroke] })
  const undo = () => onDraw({ ...drawing, strokes: strokes.slice(0, -1) })
  useUndoKey(undo, !typing)

  const close = () => {
    // The drawing stays, and opens on the usual sheet.
    fit()
    onClose()
  }
  const cancel = () => {
    onDraw(blank)
    onClose()
  }
  const confirm = async () => {
    setFailed(false)
    const timestamp = new Date().toISOString()
    const signed = { ...shown, strokes: fitOnSheet(shown.strokes) }
    try {
      await onConfirm(signed, await signaturePng(signed, signatory, timestamp), timestamp)
    } catch {
      setFailed(true)
    }
  }

  return (
    <Dialog
      open
      title={t`Signature`}
      width={large ? '75vw' : width}
      onClose={close}
      actions={<Answers isBlank={isBlank(shown)} onCancel={cancel} onConfirm={confirm} />}
    >
      <div className={styles.sign}>
        <Sheet drawing={shown} typing={typing} large={large} onStroke={add} />
        {typing ? <TypedName value={typed} onType={(name) => onDraw({ ...drawing, typed: name })} /> : null}
        {onReuse && (
          <Button full icon="pen" onClick={onReuse}>
            {t`Use my signature`}
          </Button>
        )}
        <div className={styles.signTools}>
          {typing ? (
            <Button kind="quiet" icon="pen" onClick={() => setTyping(false)}>
              {t`Draw instead`}
            </Button>
          ) : (
            <DrawingTools
              empty={strokes.length === 0}
              large={large}
              onResize={resize}
              onUndo={undo}
              onClear={() => onDraw({ ...drawing, strokes: [] })}
              onType={() => setTyping(true)}
            />
          )}
          {onPicture && (
            <PictureButton
              onPick={(file) => {
                setUnread(false)
                if (file) onPicture(file).catch(() => setUnread(true))
              }}
            />
          )}
        </div>
        <Troubles unread={unread} failed={failed} />
      </div>
    </Dialog>
  )
}

interface AnswersProps {
  readonly isBlank: boolean
  onCancel(): void
  onConfirm(): Promise<void>
}

function Answers({ isBlank: nothing, onCancel, onConfirm }: AnswersProps) {
  const { t } = useLingui()
  return (
    <>
      <Button onClick={onCancel}>{t`Cancel`}</Button>
      <Button kind="primary" disabled={nothing} onClick={onConfirm}>
        {t`Confirm`}
      </Button>
    </>
  )
}

function Troubles({ unread, failed }: { readonly unread: boolean; readonly failed: boolean }) {
  const { t } = useLingui()
  return (
    <>
      {unread && (
        <Notice level="error">{t`This picture could not be read. Take a photo of the signature, or choose a JPEG or PNG.`}</Notice>
      )}
      {failed && (
        <Notice level="error">{t`The signature could not be kept on this device. It is still here: free some space and confirm again.`}</Notice>
      )}
    </>
  )
}

interface SheetProps {
  readonly drawing: Drawing
  readonly typing: boolean
  /** Fills the screen. */
  readonly large: boolean
  onStroke(stroke: Stroke): void
}

function Sheet({ drawing, typing, large, onStroke }: SheetProps) {
  const { t } = useLingui()
  return (
    <div className={styles.sheet} data-large={large}>
      <SignaturePad strokes={drawing.strokes} typed={drawing.typed} still={typing} onStroke={onStroke} />
      {isBlank(drawing) && (
        <span className={styles.sheetHint} aria-hidden="true">
          {typing ? t`Your name` : t`Sign here`}
        </span>
      )}
    </div>
  )
}

/** Whether the sheet is large. `resize` changes that; `fit` brings the strokes of a higher sheet onto the usual one. */
function useSheetSize(drawing: Drawing, onDraw: (drawing: Drawing) => void) {
  const [isLarge, setLarge] = useState(false)
  const fit = () => onDraw({ ...drawing, strokes: fitOnSheet(drawing.strokes) })
  const fitting = useRef(fit)
  useEffect(() => {
    fitting.current = fit
  })
  useEffect(() => {
    if (!isLarge) return
    // A turned phone has a lower sheet.
    const onResize = () => fitting.current()
    addEventListener('resize', onResize)
    return () => removeEventListener('resize', onResize)
  }, [isLarge])
  const resize = () => {
    setLarge(!isLarge)
    fit()
  }
  return { isLarge, resize, fit }
}

/** Ctrl or Command and Z take back the last stroke. */
function useUndoKey(undo: () => void, on: boolean): void {
  const undoing = useRef(undo)
  useEffect(() => {
    undoing.current = undo
  })
  useEffect(() => {
    if (!on) return
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      undoing.current()
    }
    document.addEventListener('keydown', key)
    return () => document.removeEventListener('keydown', key)
  }, [on])
}

function TypedName({ value, onType }: { readonly value: string; readonly onType: (name: string) => void }) {
  return (
    <TextField
      label={<Trans>Type your full name to sign</Trans>}
      autoComplete="name"
      autoFocus
      maxLength={80}
      value={value}
      onChange={(event) => onType(event.target.value)}
    />
  )
}

interface DrawingToolsProps {
  readonly empty: boolean
  readonly large: boolean
  onResize(): void
  onUndo(): void
  onClear(): void
  /** The person types the name instead. */
  onType(): void
}

function DrawingTools({ empty, large, onResize, onUndo, onClear, onType }: DrawingToolsProps) {
  const { t } = useLingui()
  return (
    <>
      <Button kind="quiet" icon="expand" aria-pressed={large} onClick={onResize}>
        {t`Full screen`}
      </Button>
      <Button kind="quiet" icon="back" disabled={empty} onClick={onUndo}>
        {t`Undo`}
      </Button>
      <Button kind="quiet" icon="trash" disabled={empty} onClick={onClear}>
        {t`Clear`}
      </Button>
      <Button kind="quiet" icon="edit" onClick={onType}>
        {t`Type instead`}
      </Button>
    </>
  )
}

function PictureButton({ onPick }: { readonly onPick: (file: File | undefined) => void }) {
  const { t } = useLingui()
  const picker = useRef<HTMLInputElement>(null)
  return (
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
          onPick(file)
          target.value = ''
        }}
      />
    </>
  )
}
