import { useCallback, useEffect, useState } from 'react'
import { failureWords } from './signInWords.ts'

export interface Asked<T> {
  readonly data: T | undefined
  /** Words for the person. */
  readonly trouble: string | undefined
  again(): Promise<void>
}

/** Asks the server when it is drawn, and again on asking. */
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
