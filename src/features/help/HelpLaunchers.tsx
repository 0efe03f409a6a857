import { useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { helpLaunchers, type Launcher, launcherWidth } from '../../../contract/endpoints/launchers.ts'
import { useCached } from '../../store/queries/cached.ts'
import { isIconName } from '../../ui/controls/Icon.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Markdown } from '../../ui/data/Markdown.tsx'
import * as styles from './help.module.css'

/** The page of the app, which is not in the document while public/guard.js draws one. */
const appPage = (): ParentNode => document.querySelector<HTMLElement & { readonly root: HTMLElement }>('#drawn')?.root ?? document

/** Returns the current element of a launcher; undefined if there is none or its selector is invalid. */
function placeOf({ showAtElement, showIfElement }: Launcher): Element | undefined {
  try {
    const page = appPage()
    if (showIfElement && !page.querySelector(showIfElement)) return undefined
    return page.querySelector(showAtElement) ?? undefined
  } catch {
    return undefined
  }
}

/** Returns the launchers that have an element now; updated when the page changes. */
function usePlaces(launchers: readonly Launcher[]): ReadonlyMap<string, Element> {
  const [places, setPlaces] = useState<ReadonlyMap<string, Element>>(new Map())
  useEffect(() => {
    if (launchers.length === 0) return
    let planned = 0
    const look = () => {
      planned = 0
      const found = new Map(
        launchers
          .flatMap((launcher) => [[launcher.id, placeOf(launcher)] as const])
          .filter((pair): pair is [string, Element] => pair[1] !== undefined),
      )
      setPlaces((before) => (before.size === found.size && [...found].every(([id, place]) => before.get(id) === place) ? before : found))
    }
    const plan = () => {
      planned ||= requestAnimationFrame(look)
    }
    look()
    const watch = new MutationObserver(plan)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      watch.disconnect()
      cancelAnimationFrame(planned)
    }
  }, [launchers])
  return places
}

const none: readonly Launcher[] = []

/** Help at the places that the server defines: a small button that opens a box of 350 pixels. */
export function HelpLaunchers() {
  const { i18n } = useLingui()
  const { data } = useCached(helpLaunchers, undefined, { lang: i18n.locale })
  const launchers = data?.launchers ?? none
  const places = usePlaces(launchers)
  return launchers.map((launcher) => {
    const place = places.get(launcher.id)
    return place && createPortal(<Help launcher={launcher} />, place, launcher.id)
  })
}

function Help({ launcher }: { readonly launcher: Launcher }) {
  const { t } = useLingui()
  const id = useId()
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      root.current?.querySelector('button')?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('keydown', escape)
    }
  }, [open])
  return (
    <span className={styles.help} ref={root}>
      <IconButton
        icon={isIconName(launcher.icon) ? launcher.icon : 'info'}
        label={t`Help: ${launcher.title}`}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div className={styles.box} id={id} role="dialog" aria-label={launcher.title} style={{ width: launcherWidth }}>
          <h2 className={styles.title}>{launcher.title}</h2>
          <Markdown text={launcher.content} />
        </div>
      )}
    </span>
  )
}
