import { useState } from 'react'
import { toast } from './feedback/toast.tsx'

/** Runs the work of a button. `act` shows `done` as a toast, or the error in `words`. It never rejects. */
export function useActWithToast(words: (error: unknown) => string) {
  const [busy, setBusy] = useState(false)
  const act = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await work()
      toast(done, 'success')
    } catch (error) {
      toast(words(error), 'error')
    } finally {
      setBusy(false)
    }
  }
  return { busy, act }
}
