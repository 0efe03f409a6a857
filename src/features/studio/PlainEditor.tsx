import { useEffect, useRef, useSyncExternalStore } from 'react'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import type { EditorProps } from './editorProps.ts'

/** The form file in a plain text box, used if the editor can't be loaded (offline, and not cached yet). */
export function PlainEditor({ history, label, reveal, onCursor }: EditorProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  const text = useSyncExternalStore(history.subscribe, history.text)
  useEffect(() => {
    if (!reveal) return
    box.current?.setSelectionRange(reveal.from, reveal.to)
    if (reveal.focus) box.current?.focus()
  }, [reveal])
  return (
    <TextArea
      ref={box}
      data-code
      aria-label={label}
      spellCheck={false}
      autoCapitalize="off"
      value={text}
      onChange={(event) => history.write(event.target.value, 'typing')}
      onSelect={(event) => onCursor(event.currentTarget.selectionStart)}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
        event.preventDefault()
        if (event.shiftKey) history.redo()
        else history.undo()
      }}
    />
  )
}
