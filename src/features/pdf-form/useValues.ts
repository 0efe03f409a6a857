import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { PdfAttachment, PdfMark } from '../../../contract/forms/PdfConfig.ts'
import { getOwner, onOwnerChange } from '../../store/identity/getOwner.ts'
import type { Filling } from './filling.ts'
import type { Value } from './formFields.ts'
import { type Ink, ownInk } from './inkPaths.ts'

function useTopic<T>(filling: Filling, topic: string, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => filling.subscribe(topic, listener), [filling, topic])
  return useSyncExternalStore(subscribe, read)
}

export const useValue = (filling: Filling, name: string): Value | undefined => useTopic(filling, name, () => filling.value(name))
/** The value as the file's own format shows it. */
export const useShown = (filling: Filling, name: string): string | undefined => useTopic(filling, name, () => filling.shown(name))
export const useValues = (filling: Filling): Readonly<Record<string, Value>> => useTopic(filling, 'any', filling.values)
export const useMarks = (filling: Filling): readonly PdfMark[] => useTopic(filling, 'marks', filling.marks)
export const useAttachments = (filling: Filling): readonly PdfAttachment[] => useTopic(filling, 'attachments', filling.attachments)
export const useRead = (filling: Filling): number => useTopic(filling, 'read', filling.read)

/**
 * Returns the signature that this person may reuse. Only while the same person is signed in: not on a kiosk
 * or a public link, where the next person in the queue holds the device, and not after a log-out here or in
 * another tab.
 */
export function useOwnInk(filling: Filling, uid: string | undefined): Ink | undefined {
  const marks = useMarks(filling)
  const owner = useSyncExternalStore(onOwnerChange, getOwner)
  return useMemo(() => (owner === `u:${uid}` ? ownInk(marks, uid) : undefined), [marks, owner, uid])
}
