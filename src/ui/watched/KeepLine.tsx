import { useLingui } from '@lingui/react/macro'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { Notice } from '../feedback/Notice.tsx'
import './watched.css'

interface KeepLineProps {
  readonly state: 'offered' | 'wanted' | 'kept' | 'full' | 'failed'
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

/** Offers to store a video or a document for offline use, and shows the progress. */
export function KeepLine({ state, size, have, online, onKeep, onRemove }: KeepLineProps) {
  const { t, i18n } = useLingui()
  const whole = size > 0 ? sizeText(size, i18n.locale) : ''
  const here = sizeText(have, i18n.locale)
  switch (state) {
    case 'offered':
      return (
        <div className="m-keep" data-state={state}>
          <Button kind="quiet" icon="download" disabled={!online} onClick={onKeep}>
            {whole ? t`Keep on this device (${whole})` : t`Keep on this device`}
          </Button>
        </div>
      )
    case 'wanted':
      return (
        <div className="m-keep" data-state={state} role="status">
          <span>
            <Icon name={online ? 'download' : 'cloudOff'} />
            <Coming online={online} here={here} whole={whole} />
          </span>
          {size > 0 ? <progress value={have} max={size} aria-label={t`On this device`} /> : null}
        </div>
      )
    case 'kept':
      return (
        <div className="m-keep" data-state={state}>
          <span>
            <Icon name="device" />
            {t`On this device, also without a connection (${whole})`}
          </span>
          <Button kind="quiet" icon="trash" onClick={onRemove}>
            {t`Remove from this device`}
          </Button>
        </div>
      )
    case 'full':
      return (
        <Notice level="warning">
          <p>{t`There is no room on this device for ${whole}. Delete pictures or apps that you no longer need, then try again.`}</p>
          <Button kind="plain" icon="refresh" onClick={onKeep}>
            {t`Try again`}
          </Button>
        </Notice>
      )
    case 'failed':
      return <Notice level="warning">{t`The server no longer has this file. Tell the author of the form.`}</Notice>
  }
}
