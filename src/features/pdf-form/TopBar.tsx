import { useLingui } from '@lingui/react/macro'
import { useId, useRef, useState } from 'react'
import type { PdfConfig } from '../../../contract/forms/PdfConfig.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { Filling } from './filling.ts'
import type { RecoveryState } from './recovery.ts'
import { type FormField, isFilled } from './formFields.ts'
import { useAttachments, useValues, useMarks } from './useValues.ts'
import * as styles from './pdfForm.module.css'

interface TopBarProps {
  readonly title: string
  readonly page: number
  readonly pages: number
  readonly full: boolean
  readonly viewOnly: boolean
  readonly disabled: boolean
  readonly canZoomIn: boolean
  readonly canZoomOut: boolean
  onZoom(step: 1 | -1): void
  onFull(): void
  onShare(): Promise<void>
  onPages(): void
  onSearch(): void
  onFit(): void
  onTurn(): void
  /** Initials of the person who fills in the form; '' if there is none. */
  readonly initials: string
  /** Goes to the first place that needs a signature; undefined if there is none. */
  readonly toSign?: (() => void) | undefined
  onPlace(kind: 'text' | 'date' | 'initials'): Promise<void>
  onSign(): void
  onDownload(): Promise<void>
  onPrint(): Promise<void>
}

/**
 * The bar above the pages: the page number, the zoom, and the other actions of the document (spec/1 §2.7).
 */
export function TopBar(props: TopBarProps) {
  const { title, page, pages, full, viewOnly, disabled } = props
  const { t } = useLingui()
  const id = useId()
  const more = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const { initials, toSign } = props
  const place = disabled
    ? []
    : [
        ...(toSign ? [{ key: 'to-sign', label: t`Go to the signature`, icon: 'chevronRight' as const, onPress: toSign }] : []),
        { key: 'sign', label: t`Sign anywhere`, icon: 'pen' as const, onPress: props.onSign },
        { key: 'text', label: t`Add text`, icon: 'edit' as const, onPress: () => props.onPlace('text') },
        { key: 'date', label: t`Add today's date`, icon: 'clock' as const, onPress: () => props.onPlace('date') },
        ...(initials === ''
          ? []
          : [
              { key: 'initials', label: t`Add my initials (${initials})`, icon: 'edit' as const, onPress: () => props.onPlace('initials') },
            ]),
      ]
  return (
    <div className={`${styles.bar} ${styles.top}`} role="toolbar" aria-label={t`Document`}>
      <h1 className={styles.title}>{title}</h1>
      {viewOnly ? <span className={styles.only}>{t`View Only`}</span> : null}
      <Button data-pages kind="quiet" aria-label={t`${page} / ${pages}: all pages`} onClick={props.onPages}>
        <span className={styles.count}>
          {page} / {pages}
        </span>
      </Button>
      <Button
        kind="quiet"
        square
        aria-label={t`Zoom out`}
        title={t`Zoom out`}
        disabled={!props.canZoomOut}
        onClick={() => props.onZoom(-1)}
      >
        <span aria-hidden="true">−</span>
      </Button>
      <Button kind="quiet" square aria-label={t`Zoom in`} title={t`Zoom in`} disabled={!props.canZoomIn} onClick={() => props.onZoom(1)}>
        <span aria-hidden="true">+</span>
      </Button>
      <IconButton icon="expand" label={t`Fullscreen`} aria-pressed={full} onClick={props.onFull} />
      <IconButton icon="share" label={t`Share`} onClick={props.onShare} />
      <IconButton ref={more} icon="more" label={t`More`} aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)} />
      {open ? (
        <Menu
          id={id}
          anchor={more}
          label={t`More`}
          onClose={() => setOpen(false)}
          items={[
            ...place,
            { key: 'search', label: t`Search`, icon: 'search', onPress: props.onSearch },
            { key: 'pages', label: t`Pages`, icon: 'list', onPress: props.onPages },
            { key: 'fit', label: t`Fit width`, icon: 'expand', onPress: props.onFit },
            { key: 'turn', label: t`Turn right`, icon: 'refresh', onPress: props.onTurn },
            { key: 'download', label: t`Download`, icon: 'download', onPress: props.onDownload },
            { key: 'print', label: t`Print`, icon: 'file', onPress: props.onPrint },
          ]}
        />
      ) : null}
    </div>
  )
}

interface BottomBarProps {
  readonly config: PdfConfig
  readonly filling: Filling
  readonly fields: readonly FormField[]
  readonly demanded: ReadonlySet<string>
  readonly disabled: boolean
  readonly canSubmit: boolean
  readonly state: RecoveryState
  onAttachments(): void
  onGo(field: FormField): void
  onSubmit(): Promise<unknown>
  onNext(): Promise<unknown>
}

/**
 * The bar below the pages, within reach of a thumb: the fields left to fill in, files, Submit and the next
 * field.
 */
export function BottomBar(props: BottomBarProps) {
  const { config, filling, fields, demanded, disabled, canSubmit, state } = props
  const { t } = useLingui()
  const attachments = useAttachments(filling)
  const values = useValues(filling)
  const marks = useMarks(filling)
  const asked = fields.filter(({ name }) => demanded.has(name))
  const open = asked.filter((field) => !isFilled(field, values[field.name], marks, config.clearSignatures))
  const [next] = open
  const done = asked.length - open.length
  const hasNext = config.nextUrl !== undefined || config.nextLabel !== undefined
  const words = {
    none: '',
    changed: t`Saving…`,
    kept: t`Saved on this device`,
    failed: t`Not saved on this device`,
  }[state]
  return (
    <div className={`${styles.bar} ${styles.bottom}`}>
      <span className={styles.state} role="status" data-state={state}>
        {words}
      </span>
      {next && !disabled ? (
        <Button
          kind="quiet"
          icon="chevronRight"
          onClick={() => props.onGo(next)}
          aria-label={t`${done} of ${asked.length} filled. Go to the next required field: ${next.label}`}
        >
          {t`${done} of ${asked.length} filled`}
        </Button>
      ) : null}
      {config.attachmentsDisabled === true ? null : (
        <Button icon="camera" onClick={props.onAttachments}>
          {t`Attachments (${attachments.length})`}
        </Button>
      )}
      {config.submitDisabled === true || !canSubmit ? null : (
        <Button kind={hasNext ? 'plain' : 'primary'} icon="send" onClick={props.onSubmit}>
          {config.submitLabel ?? t`Submit`}
        </Button>
      )}
      {hasNext ? (
        <Button kind="primary" onClick={props.onNext}>
          {config.nextLabel ?? t`Next`}
        </Button>
      ) : null}
    </div>
  )
}
