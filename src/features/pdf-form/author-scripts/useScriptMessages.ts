import { useLingui } from '@lingui/react/macro'
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import type { Filling } from '../filling.ts'
import type { FormField } from '../formFields.ts'

/** What a script of the file says. */
export interface ScriptMessage {
  readonly text: string
  /** The field with the value that it refuses; undefined for any other message. */
  readonly name: string | undefined
}

const most = 3

/** Replaces the names of fields in a message by their labels. Acrobat writes them in brackets. */
const withLabels = (text: string, fields: readonly FormField[]): string =>
  text.replace(/\[([^[\]]+)\]/g, (found, name: string) => {
    const label = fields.find((field) => field.name === name.trim())?.label
    return label === undefined ? found : `“${label}”`
  })

/**
 * The messages of scripts, until their field has another value or the person closes them. They stay beside the
 * document: a toast would cover its buttons.
 */
export function useScriptMessages(
  fields: readonly FormField[],
  filling: Filling,
  setMissing: Dispatch<SetStateAction<ReadonlySet<string>>>,
) {
  const { t } = useLingui()
  const [messages, setMessages] = useState<readonly ScriptMessage[]>([])
  const refusalOf = (label: string) => t`The document does not accept the value of “${label}”.`
  const latest = useRef({ fields, refusalOf })
  useEffect(() => {
    latest.current = { fields, refusalOf }
  })

  const onSaid = useCallback(
    (text: string, field: FormField | undefined) => {
      const now = latest.current
      const name = field?.name
      if (name !== undefined) setMissing((before) => new Set([...before, name]))
      const label = now.fields.find((one) => one.name === name)?.label ?? ''
      const words = text === '' ? now.refusalOf(label) : withLabels(text, now.fields)
      setMessages((before) =>
        [...before.filter((one) => one.text !== words && (name === undefined || one.name !== name)), { text: words, name }].slice(-most),
      )
    },
    [setMissing],
  )

  useEffect(() => {
    const ends = messages.flatMap(({ name }) =>
      name === undefined ? [] : [filling.subscribe(name, () => setMessages((before) => before.filter((one) => one.name !== name)))],
    )
    return () => {
      for (const end of ends) end()
    }
  }, [filling, messages])

  const close = useCallback((message: ScriptMessage) => setMessages((before) => before.filter((one) => one !== message)), [])
  return { messages, onSaid, close }
}
