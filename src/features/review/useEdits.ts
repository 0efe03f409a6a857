import { useEffect, useRef, useState } from 'react'
import { saveScratchText, readScratchText } from '../../store/drafts/saveScratchText.ts'
import { type Edits, hasEdits } from './sectionsOf.ts'

const none: Edits = {}

/**
 * Returns the person's edits of a conversation's answers. The device stores them until they are saved or
 * discarded, also when the page is killed.
 */
export function useEdits(path: string): readonly [Edits, (next: (before: Edits) => Edits) => void, () => void] {
  const [edits, setEdits] = useState(none)
  const latest = useRef(none)
  const touched = useRef(false)
  useEffect(() => {
    let gone = false
    readScratchText<Edits>('review', path).then(
      (kept) => {
        if (gone || touched.current || !kept) return
        latest.current = kept
        setEdits(kept)
      },
      // Without storage there are no stored edits.
      () => {},
    )
    return () => {
      gone = true
    }
  }, [path])
  const change = (next: (before: Edits) => Edits) => {
    touched.current = true
    latest.current = next(latest.current)
    setEdits(latest.current)
    saveScratchText('review', path, hasEdits(latest.current) ? latest.current : undefined).catch(() => {})
  }
  return [edits, change, () => change(() => none)]
}
