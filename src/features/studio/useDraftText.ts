import { useEffect, useState } from 'react'
import { dropAuthored, keepAuthored } from '../../store/drafts/keepAuthored.ts'
import type { TextHistory } from './textHistory.ts'

export type Keeping = 'same' | 'keeping' | 'kept' | 'failed'

/** Stores the text on the device at every change. `same`: no changes since it was opened or published. */
export function useDraftText(
  history: TextHistory,
  draft: { readonly form: string; readonly base: number; readonly team?: string | undefined },
  published: string | undefined,
): Keeping {
  const [keeping, setKeeping] = useState<Keeping>('same')
  const { form, base, team } = draft
  useEffect(() => {
    let current = true
    const keep = () => {
      const text = history.text()
      if (text === published) {
        setKeeping('same')
        // The text equals the original again: there is no draft to keep.
        void dropAuthored(form).catch(() => undefined)
        return
      }
      setKeeping('keeping')
      const tell = (next: Keeping) => () => {
        if (current && history.text() === text) setKeeping(next)
      }
      void keepAuthored({ form, text, base, ...(team !== undefined && { team }) }).then(tell('kept'), tell('failed'))
    }
    setKeeping(history.text() === published ? 'same' : 'kept')
    const stop = history.subscribe(keep)
    return () => {
      current = false
      stop()
    }
  }, [history, form, base, team, published])
  return keeping
}
