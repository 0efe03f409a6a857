import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { findText, type Found } from '../../ui/pdf-pages/findText.ts'
import type { Pdf } from '../../ui/pdf-pages/openPdf.ts'
import * as styles from './pdfForm.module.css'
import * as controls from '../../ui/controls/controls.module.css'

interface SearchBarProps {
  readonly pdf: Pdf
  onFound(found: Found | undefined): void
  onClose(): void
}

/** Most matches kept; for more, the person should search for another word. */
const most = 500

/**
 * Searches the whole document while the person types; Enter goes to the next match, with Shift to the
 * previous one.
 */
export function SearchBar({ pdf, onFound, onClose }: SearchBarProps) {
  const { t } = useLingui()
  const [words, setWords] = useState('')
  const [places, setPlaces] = useState<readonly Found[]>([])
  const [at, setAt] = useState(0)
  const [looking, setLooking] = useState(false)
  const tell = useRef(onFound)
  useEffect(() => {
    tell.current = onFound
  })

  useEffect(() => {
    const abort = new AbortController()
    const look = async () => {
      const all: Found[] = []
      for await (const found of findText(pdf, words, abort.signal)) {
        if (abort.signal.aborted) return
        all.push(found)
        if (all.length === 1) tell.current(found)
        if (all.length >= most) break
      }
      if (abort.signal.aborted) return
      setPlaces(all)
      setLooking(false)
    }
    const timer = setTimeout(() => {
      setPlaces([])
      setAt(0)
      tell.current(undefined)
      if (words.trim().length < 2) return setLooking(false)
      setLooking(true)
      void look().catch(() => setLooking(false))
    }, 250)
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [pdf, words])

  const go = (step: number) => {
    if (places.length === 0) return
    const next = (at + step + places.length) % places.length
    setAt(next)
    onFound(places[next])
  }
  const place = at + 1
  const status = () => {
    if (looking) return t`Searching…`
    if (words.trim().length < 2) return ''
    return places.length === 0 ? t`Not found` : t`${place} of ${places.length}`
  }
  return (
    <search className={`${styles.bar} ${styles.search}`}>
      <TextField
        type="search"
        autoFocus
        aria-label={t`Search the document`}
        placeholder={t`Search...`}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
          else if (event.key === 'Escape') onClose()
          else return
          event.preventDefault()
        }}
      />
      <span className={`${controls.hint} ${styles.places}`} role="status">
        {status()}
      </span>
      <IconButton icon="back" label={t`Previous place`} disabled={places.length < 2} onClick={() => go(-1)} />
      <IconButton icon="chevronRight" label={t`Next place`} disabled={places.length < 2} onClick={() => go(1)} />
      <IconButton icon="close" label={t`Close`} onClick={onClose} />
    </search>
  )
}
