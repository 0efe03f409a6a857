import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { Notice } from '../feedback/Notice.tsx'
import * as styles from './watched.module.css'

interface KeepLineProps {
  /** loading: the device has not answered yet whether it has the file. */
  readonly state: 'loading' | 'offered' | 'wanted' | 'kept' | 'full' | 'failed'
  /** Bytes; 0 while unknown. */
  readonly size: number
  readonly have: number
  readonly online: boolean
  onKeep(): unknown
  onRemove(): unknown
}

/** Formats bytes for people. */
export function sizeText(bytes: number, language: string): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  const digits = value < 10 ? 1 : 0
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: digits }).format(value)
}

/** `whole` is empty while the size is unknown. */
function Coming({ online, here, whole }: { readonly online: boolean; readonly here: string; readonly whole: string }) {
  const { t } = useLingui()
  if (!online) return t`Downloads when there is a connection`
  return whole === '' ? t`Downloading to this device` : t`Downloading to this device: ${here} of ${whole}`
}

function Kept({ whole, onRemove }: { readonly whole: string; onRemove(): unknown }) {
  const { t } = useLingui()
  return (
    <>
      <span>
        <Icon name="device" />
        {t`On this device, also without a connection (${whole})`}
      </span>
      <Button kind="quiet" icon="trash" onClick={onRemove}>
        {t`Remove from this device`}
      </Button>
    </>
  )
}

/** One state of the line. The others stay in the page without being seen, so that the line never changes its height. */
function Part({ shown, live = false, children }: { readonly shown: boolean; readonly live?: boolean; readonly children: ReactNode }) {
  return (
    <div role={live ? 'status' : undefined} style={shown ? undefined : { visibility: 'hidden' }}>
      {children}
    </div>
  )
}

/** Used instead of the size of a file while it is unknown. */
const usualSize = 99_000_000

/** Offers to store a video or a document for offline use, and shows the progress. */
export function KeepLine({ state, size, have, online, onKeep, onRemove }: KeepLineProps) {
  const { t, i18n } = useLingui()
  const whole = size > 0 ? sizeText(size, i18n.locale) : ''
  const here = sizeText(have, i18n.locale)
  if (state === 'failed') return <Notice level="warning">{t`The server no longer has this file. Tell the author of the form.`}</Notice>
  if (state === 'full') {
    return (
      <Notice level="warning">
        <p>{t`There is no room on this device for ${whole}. Delete pictures or apps that you no longer need, then try again.`}</p>
        <Button kind="plain" icon="refresh" onClick={onKeep}>
          {t`Try again`}
        </Button>
      </Notice>
    )
  }
  return (
    <div className={styles.keep} data-state={state}>
      <Part shown={state === 'offered'}>
        <Button kind="quiet" icon="download" disabled={!online} onClick={onKeep}>
          {whole ? t`Keep on this device (${whole})` : t`Keep on this device`}
        </Button>
      </Part>
      <Part shown={state === 'wanted'} live>
        {/* Before the words, which grow with the figures: nothing moves while the file arrives. */}
        <progress data-progress value={size > 0 ? have : undefined} max={size > 0 ? size : undefined} aria-label={t`On this device`} />
        <span>
          <Icon name={online ? 'download' : 'cloudOff'} />
          <Coming online={online} here={here} whole={whole} />
        </span>
      </Part>
      <Part shown={state === 'kept'}>
        <Kept whole={whole || sizeText(usualSize, i18n.locale)} onRemove={onRemove} />
      </Part>
    </div>
  )
}
