import { type DragEvent, useEffect, useRef, useState } from 'react'

const hasFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') === true

/** Files that are dropped or pasted on an element; `zone` is spread on it. `open`: it takes files now. */
export function useFileDrop(open: boolean, take: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false)
  const hovered = useRef(false)
  const taking = useRef(take)
  useEffect(() => {
    taking.current = take
  })

  // Ctrl+V with the pointer over the field, for screenshots; a paste into a text control stays there.
  useEffect(() => {
    if (!open) return
    const paste = (event: ClipboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input:not([type=file]), textarea, [contenteditable]')
      if (!hovered.current || typing || !hasFiles(event.clipboardData)) return
      event.preventDefault()
      taking.current([...(event.clipboardData?.files ?? [])])
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [open])

  const zone = {
    onPointerEnter: () => {
      hovered.current = true
    },
    onPointerLeave: () => {
      hovered.current = false
    },
    onDragOver: (event: DragEvent) => {
      if (!open || !hasFiles(event.dataTransfer)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!open || !hasFiles(event.dataTransfer)) return
      event.preventDefault()
      take([...event.dataTransfer.files])
    },
  }
  return { over, zone }
}
