import { useCallback, useRef, useState } from 'react'
import { useCachedPage } from '../../store/queries/cached.ts'
import { useDirty } from './isDirty.ts'

/** The day in `?date=`: another day is another record. */
const dayIn = (address: string): string | null => new URLSearchParams(address.split('?')[1] ?? '').get('date')

const inNoLanguage = (address: string): string => address.replace(/[?&]lang=[^&?]*$/, '')

/** The data of a page. `load` asks the server for newer data, once at a time. */
export function usePageData(address: string) {
  const cached = useCachedPage(address)
  const dirty = useDirty()

  // A form with changes keeps the data that it was opened with when newer data arrives, unless the person
  // chooses another language.
  const [held, setHeld] = useState({ address, data: cached.data })
  const otherLanguage = held.address !== address && inNoLanguage(held.address) === inNoLanguage(address)
  const otherDay = dayIn(held.address) !== dayIn(address)
  if (cached.data !== undefined && held.data !== cached.data && (!dirty || otherLanguage || otherDay))
    setHeld({ address, data: cached.data })
  const kept = otherDay ? undefined : held.data
  const data = dirty ? (kept ?? cached.data) : (cached.data ?? kept)

  const loading = useRef<Promise<void>>(undefined)
  const { refresh } = cached
  const load = useCallback(async () => {
    loading.current ??= refresh().finally(() => {
      loading.current = undefined
    })
    await loading.current
  }, [refresh])
  return { cached, data, dirty, load, day: dayIn(address) }
}
