import { useState } from 'react'
import { toast } from './feedback/toast.tsx'

/** For what a press of a button asks of the server: `act` says when it is `done`, or in `words` why not. It never rejects. */
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
