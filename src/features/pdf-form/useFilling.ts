import { useCallback, useSyncExternalStore } from 'react'
import type { PdfAttachment, PdfMark } from '../../../contract/pdfForm.ts'
import type { Filling } from './filling.ts'
import type { Value } from './rules.ts'

function useTopic<T>(filling: Filling, topic: string, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => filling.subscribe(topic, listener), [filling, topic])
  return useSyncExternalStore(subscribe, read)
}

export const useValue = (filling: Filling, name: string): Value | undefined => useTopic(filling, name, () => filling.value(name))
/** As the file's own format shows it. */
export const useShown = (filling: Filling, name: string): string | undefined => useTopic(filling, name, () => filling.shown(name))
export const useValues = (filling: Filling): Readonly<Record<string, Value>> => useTopic(filling, 'any', filling.values)
export const useMarks = (filling: Filling): readonly PdfMark[] => useTopic(filling, 'marks', filling.marks)
export const useAttachments = (filling: Filling): readonly PdfAttachment[] => useTopic(filling, 'attachments', filling.attachments)
export const useRead = (filling: Filling): number => useTopic(filling, 'read', filling.read)
