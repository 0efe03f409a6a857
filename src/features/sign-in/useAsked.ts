import { useCallback, useEffect, useState } from 'react'
import { failureWords } from './failureWords.ts'

export interface Asked<T> {
  readonly data: T | undefined
  /** Error text for the person. */
  readonly trouble: string | undefined
  again(): Promise<void>
}

/** Sends the request on mount, and again on `again`. */
export function useAsked<T>(question: () => Promise<T>, words: (error: unknown) => string = failureWords): Asked<T> {
  const [data, setData] = useState<T>()
  const [trouble, setTrouble] = useState<string>()
  const again = useCallback(async () => {
    setTrouble(undefined)
    try {
      setData(await question())
    } catch (error) {
      setTrouble(words(error))
    }
  }, [question, words])
  useEffect(() => void again(), [again])
  return { data, trouble, again }
}
