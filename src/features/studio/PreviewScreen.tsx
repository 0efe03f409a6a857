import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { translateSettings } from '../../../contract/forms/checkSettings.ts'
import { withOptionSets } from '../../../contract/forms/options/withOptionSets.ts'
import type { Language } from '../../../contract/reference/languages.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { usePreference } from '../../store/preferences/preferences.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorBoundary } from '../../ui/feedback/ErrorBoundary.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { LiveForm } from './LiveForm.tsx'
import { type FromPreview, heard, type Look, type Shown, type ToPreview } from './ToPreview.ts'
import { slowDown } from './slowDown.ts'
import * as styles from './studio.module.css'

/** Functions that only a separate window can have; the app passes them in. */
export interface Window {
  readonly speak: (language: Language) => unknown
  readonly wear: (look: Look) => void
  readonly cutNetwork: (cut: boolean) => void
}

const tell = (message: FromPreview) => globalThis.parent.postMessage(message, location.origin)

/** Scrolls to a field and marks it for a moment; the author's focus stays in the editor. */
function point(attribute: string): void {
  const field = document.querySelector(`[data-attribute="${CSS.escape(attribute)}"]`)
  if (!field) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  field.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' })
  for (const marked of document.querySelectorAll('[data-pointed]')) marked.removeAttribute('data-pointed')
  field.setAttribute('data-pointed', '')
}

/** The form of the studio in a frame, with its own size, language, theme and network. */
export function PreviewScreen({ speak, wear, cutNetwork }: Window) {
  const { t } = useLingui()
  const framed = globalThis.parent !== globalThis.window
  const [shown, setShown] = useState<Shown>()
  const [theme] = usePreference('theme')
  const [chosen] = usePreference('language')

  useEffect(() => {
    if (!framed) return
    const listen = (event: MessageEvent) => {
      const message = heard<ToPreview>(event, globalThis.parent)
      if (message?.muster === 'show') setShown(message.shown)
      else if (message?.muster === 'go') point(message.attribute)
    }
    addEventListener('message', listen)
    tell({ muster: 'ready' })
    return () => removeEventListener('message', listen)
  }, [framed])

  const { language, look, slow, offline } = shown ?? {}
  // The person's settings of the app itself must not apply here.
  useEffect(() => {
    if (language) void speak(language)
  }, [language, chosen, speak])
  useEffect(() => {
    if (look) wear(look)
  }, [look, theme, wear])
  useEffect(() => (slow ? slowDown() : undefined), [slow])
  useEffect(() => {
    if (offline !== undefined) cutNetwork(offline)
  }, [offline, cutNetwork])

  const settings = useMemo(() => shown && withOptionSets(translateSettings(shown.settings, shown.language)), [shown])
  const onModel = useCallback((model: Model, complete: boolean) => {
    try {
      tell({ muster: 'model', model, complete })
    } catch {
      // The answers contain a file that can't be copied: the record below shows the last version that could.
    }
  }, [])

  if (!framed) {
    return (
      <Page>
        <EmptyState
          icon="edit"
          title={t`Playground`}
          action={<LinkButton href="/playground" kind="primary">{t`Open the playground`}</LinkButton>}
        />
      </Page>
    )
  }
  if (!shown || !settings) return null
  return (
    <Page>
      <div
        className={styles.preview}
        onDoubleClick={(event) => {
          const field = event.target instanceof Element ? event.target.closest('[data-attribute]') : null
          const attribute = field?.getAttribute('data-attribute')
          if (attribute) tell({ muster: 'picked', attribute })
        }}
      >
        <ErrorBoundary
          resetKey={JSON.stringify(settings)}
          fallback={() => (
            <Notice level="error">
              <Trans>The form cannot be shown with these settings. It appears again after the next change.</Trans>
            </Notice>
          )}
        >
          <LiveForm settings={settings} lookups={shown.lookups} readOnly={shown.readOnly} offline={shown.offline} onModel={onModel} />
        </ErrorBoundary>
      </div>
    </Page>
  )
}
