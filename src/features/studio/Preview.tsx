import { useLingui } from '@lingui/react/macro'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type Language, languages, supportedLanguage } from '../../../contract/reference/languages.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { FormSettings } from '../../../contract/forms/settings.ts'
import { safeHref } from '../../lib/safeHref.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { type FromPreview, heard, type Look, previewAddress, type Shown, type ToPreview } from './previewMessages.ts'

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

/** The form as people will see it, with its own size, language, theme, device and network. */
export function Preview({
  settings,
  lookups,
  language,
  onLanguage,
  onModel,
  onPicked,
  go,
}: {
  readonly settings: FormSettings | undefined
  readonly lookups: Shown['lookups']
  readonly language: Language
  readonly onLanguage: (language: Language) => void
  readonly onModel: (model: Model) => void
  readonly onPicked: (attribute: string) => void
  /** The field to scroll to; a new object repeats it. */
  readonly go: { readonly attribute: string } | undefined
}) {
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
  const names: Record<Size, string> = { phone: t`Phone`, kiosk: t`Kiosk`, laptop: t`Laptop` }
  const looks: Record<Look, string> = { light: t`Light`, dark: t`Dark`, sun: t`Sunlight` }
  return (
    <section className="m-studio-preview" aria-label={t`Preview`}>
      <div className="m-studio-bar">
        <fieldset className="m-segments" aria-label={t`Size`}>
          {(Object.keys(sizes) as Size[]).map((one) => (
            <label key={one}>
              <input type="radio" name="preview-size" checked={size === one} onChange={() => setSize(one)} />
              <span>{names[one]}</span>
            </label>
          ))}
        </fieldset>
        <select
          className="m-select m-desk"
          aria-label={t`Language of the form`}
          value={language}
          onChange={(event) => onLanguage(supportedLanguage(event.target.value))}
        >
          {Object.entries(languages).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        <select className="m-select m-desk" aria-label={t`Look`} value={look} onChange={(event) => setLook(event.target.value as Look)}>
          {(Object.keys(looks) as Look[]).map((one) => (
            <option key={one} value={one}>
              {looks[one]}
            </option>
          ))}
        </select>
      </div>
      <div className="m-studio-bar">
        <label className="m-pill">
          <input type="checkbox" checked={slow} onChange={(event) => setSlow(event.target.checked)} />
          <span>
            <Icon name="clock" size={16} />
            {t`Slow device`}
          </span>
        </label>
        <label className="m-pill">
          <input type="checkbox" checked={offline} onChange={(event) => setOffline(event.target.checked)} />
          <span>
            <Icon name="cloudOff" size={16} />
            {t`No network`}
          </span>
        </label>
        <label className="m-pill">
          <input type="checkbox" checked={readOnly} onChange={(event) => setReadOnly(event.target.checked)} />
          <span>
            <Icon name="lock" size={16} />
            {t`Read-only`}
          </span>
        </label>
      </div>
      <div ref={stage} className="m-studio-stage">
        <div className="m-studio-device" data-size={size} style={{ width: width * scale, height: shownHeight * scale }}>
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
