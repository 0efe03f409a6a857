import { useState } from 'react'

/**
 * The text of a box whose value is stored in another form, such as a list: it stays as it is typed, with its spaces and
 * commas, while its value is the stored one. An undo or the code shows the stored value again.
 */
export function useTyped(shown: string, read: (typed: string) => unknown, value: unknown) {
  const [typed, setTyped] = useState(shown)
  const same = JSON.stringify(read(typed)) === JSON.stringify(value)
  return [same ? typed : shown, setTyped] as const
}
