import { type RefObject, useEffect, useRef } from 'react'
import type { FormField } from '../formFields.ts'
import type { ReadyFormProps } from '../pdfFormProps.ts'
import { calculationsIn } from './calculationsIn.ts'
import type { Scripts } from './scripts.ts'

/** Runs the scripts of the file's author. `onSaid`: a message of theirs, or an empty text for a value that they refuse. */
export function useAuthorScripts(
  root: RefObject<HTMLElement | null>,
  { ready: { content, fields, filling }, isReady, host, open }: ReadyFormProps,
  disabled: boolean,
  onSaid: (text: string, field: FormField | undefined) => void,
): RefObject<Scripts | undefined> {
  const scripts = useRef<Scripts>(undefined)
  const { pdf } = open

  // Totals, formats and checks by the file's author: they run when a text field loses the focus, and at once
  // for a choice.
  useEffect(() => {
    const box = root.current
    if (!isReady || disabled || !content || !box) return
    let gone = false
    let own: Scripts | undefined
    /** Without the scripts, totals that are simple are still right. */
    const calculateAlone = async () => {
      if (content.calculationOrder.length > 0) filling.calculateWith(await calculationsIn(pdf, content.calculationOrder))
    }
    const onEnded = () => {
      scripts.current = undefined
      if (!gone) void calculateAlone()
    }
    const begin = async () => {
      const { startScripts } = await import('./scripts.ts')
      own = await startScripts({ pdf, fields, filling, onSaid, onEnded }).catch(() => undefined)
      if (gone) return own?.close()
      scripts.current = own
      if (!own) await calculateAlone()
      filling.settle()
      host.dirty(filling.dirty())
      commitChoice()
    }
    const commit = () => void scripts.current?.commit()
    const commitChoice = () => {
      if (!document.activeElement?.matches('textarea, input:not([type=checkbox], [type=radio])')) commit()
    }
    void begin()
    const off = filling.subscribe('any', commitChoice)
    box.addEventListener('focusout', commit)
    return () => {
      gone = true
      off()
      box.removeEventListener('focusout', commit)
      own?.close()
      scripts.current = undefined
    }
  }, [content, disabled, fields, filling, host, isReady, onSaid, open, pdf, root])

  return scripts
}
