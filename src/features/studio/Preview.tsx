import { useLingui } from '@lingui/react/macro'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type Language, languages, supportedLanguage } from '../../../contract/reference/languages.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import { safeHref } from '../../lib/safeHref.ts'
import { Icon, type IconName } from '../../ui/controls/Icon.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { type FromPreview, heard, type Look, previewAddress, type Shown, type ToPreview } from './ToPreview.ts'
import * as styles from './studio.module.css'

const sizes = { phone: [390, 844], kiosk: [820, 1180], laptop: [1366, 768] } as const
type Size = keyof typeof sizes

/** Returns the current theme of the studio. */
const startLook = (): Look => {
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || theme === 'sun' ? theme : 'light'
}

function useRoom(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [room, setRoom] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const watched = element.current
    if (!watched || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return room
}

interface PreviewProps {
  readonly settings: FormSettings | undefined
  readonly lookups: Shown['lookups']
  readonly language: Language
  readonly onLanguage: (language: Language) => void
  readonly onModel: (model: Model) => void
  readonly onPicked: (attribute: string) => void
  /** The field to scroll to; a new object repeats it. */
  readonly go: { readonly attribute: string } | undefined
}

/** The form as people will see it, with its own size, language, theme, device and network. */
export function Preview({ settings, lookups, language, onLanguage, onModel, onPicked, go }: PreviewProps) {
  const { t } = useLingui()
  const frame = useRef<HTMLIFrameElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [ready, setReady] = useState(0)
  const [size, setSize] = useState<Size>('phone')
  const [look, setLook] = useState<Look>(startLook)
  const [slow, setSlow] = useState(false)
  const [offline, setOffline] = useState(false)
  const [readOnly, setReadOnly] = useState(false)
  const room = useRoom(stage)

  const post = useCallback((message: ToPreview) => frame.current?.contentWindow?.postMessage(message, location.origin), [])
  useEffect(() => {
    const listen = (event: MessageEvent) => {
      const message = heard<FromPreview>(event, frame.current?.contentWindow)
      if (message?.muster === 'ready') setReady((times) => times + 1)
      else if (message?.muster === 'model') onModel(message.model)
      else if (message?.muster === 'picked') onPicked(message.attribute)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [onModel, onPicked])
  useEffect(() => {
    if (ready > 0 && settings) post({ muster: 'show', shown: { settings, lookups, language, look, readOnly, slow, offline } })
  }, [ready, settings, lookups, language, look, readOnly, slow, offline, post])
  useEffect(() => {
    if (go) post({ muster: 'go', attribute: go.attribute })
  }, [go, post])

  const [width, height] = sizes[size]
  const scale = room.width > 0 ? Math.min(1, room.width / width) : 1
  const shownHeight = Math.max(Math.min(height, room.height > 0 ? room.height / scale : height), 320)
  return (
    <section className={styles.studioPreview} aria-label={t`Preview`}>
      <LookBar size={size} onSize={setSize} language={language} onLanguage={onLanguage} look={look} onLook={setLook} />
      <div className={styles.bar}>
        <Toggle icon="clock" label={t`Slow device`} checked={slow} onChange={setSlow} />
        <Toggle icon="cloudOff" label={t`No network`} checked={offline} onChange={setOffline} />
        <Toggle icon="lock" label={t`Read-only`} checked={readOnly} onChange={setReadOnly} />
      </div>
      <div ref={stage} className={styles.stage}>
        <div className={styles.device} data-size={size} style={{ width: width * scale, height: shownHeight * scale }}>
          <iframe
            ref={frame}
            src={safeHref(previewAddress)}
            title={t`The form`}
            style={{ width, height: shownHeight, transform: scale < 1 ? `scale(${scale})` : undefined }}
          />
        </div>
      </div>
    </section>
  )
}

interface LookBarProps extends Pick<PreviewProps, 'language' | 'onLanguage'> {
  readonly size: Size
  readonly look: Look
  onSize(size: Size): void
  onLook(look: Look): void
}

function LookBar({ size, onSize, language, onLanguage, look, onLook }: LookBarProps) {
  const { t } = useLingui()
  const names: Record<Size, string> = { phone: t`Phone`, kiosk: t`Kiosk`, laptop: t`Laptop` }
  const looks: Record<Look, string> = { light: t`Light`, dark: t`Dark`, sun: t`Sunlight` }
  return (
    <div className={styles.bar}>
      <fieldset className={styles.segments} aria-label={t`Size`}>
        {(Object.keys(sizes) as Size[]).map((one) => (
          <label key={one}>
            <input type="radio" name="preview-size" checked={size === one} onChange={() => onSize(one)} />
            <span>{names[one]}</span>
          </label>
        ))}
      </fieldset>
      <Select
        data-desk
        aria-label={t`Language of the form`}
        value={language}
        onChange={(event) => onLanguage(supportedLanguage(event.target.value))}
      >
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Select data-desk aria-label={t`Look`} value={look} onChange={(event) => onLook(event.target.value as Look)}>
        {(Object.keys(looks) as Look[]).map((one) => (
          <option key={one} value={one}>
            {looks[one]}
          </option>
        ))}
      </Select>
    </div>
  )
}

interface ToggleProps {
  readonly icon: IconName
  readonly label: string
  readonly checked: boolean
  onChange(checked: boolean): void
}

function Toggle({ icon, label, checked, onChange }: ToggleProps) {
  return (
    <label className={styles.pill}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>
        <Icon name={icon} size={16} />
        {label}
      </span>
    </label>
  )
}
