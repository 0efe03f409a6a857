import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { DemoPhone } from '../../../contract/endpoints/conversations.ts'
import { AskFailed } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import * as styles from './textMessages.module.css'

interface PhoneProps {
  readonly phone: DemoPhone
  readonly onBack: () => void
  /** Rejects with AskFailed; a second text with the same id is a duplicate. */
  readonly onAnswer: (text: string, id: string) => Promise<void>
  readonly makeId: () => string
}

/** The PIN is highlighted, so that people can read and copy it at a glance. */
function Words({ text }: { readonly text: string }) {
  const [before, pin, after] = text.split(/^(\d{6})\b/, 3)
  return (
    <>
      {before}
      {pin && <strong className={styles.pin}>{pin}</strong>}
      {after}
    </>
  )
}

function TextLog({ lines }: { readonly lines: DemoPhone['lines'] }) {
  const { t, i18n } = useLingui()
  const log = useRef<HTMLDivElement>(null)
  const newest = lines.at(-1)?.id
  useEffect(() => {
    if (newest !== undefined && log.current) log.current.scrollTop = log.current.scrollHeight
  }, [newest])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- must scroll by keyboard
    <div ref={log} className={styles.log} role="log" aria-label={t`Messages`} tabIndex={0}>
      {lines.map((line) => (
        <div key={line.id} className={styles.line} data-from={line.from}>
          <p>
            <Words text={line.text} />
          </p>
          <time dateTime={line.at}>{i18n.date(new Date(line.at), { timeStyle: 'short' })}</time>
        </div>
      ))}
    </div>
  )
}

/** One phone: its texts, and a box to answer from it. */
export function Phone({ phone: { number, name, vendor, lines }, onBack, onAnswer, makeId }: PhoneProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const [sending, setSending] = useState(false)
  /** Id of the text in the box, so that a double press sends it once. */
  const id = useRef<string>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const send = async (event?: FormEvent) => {
    event?.preventDefault()
    if (text.trim() === '' || sending) return
    id.current ??= makeId()
    setSending(true)
    setTrouble(undefined)
    try {
      await onAnswer(text, id.current)
      id.current = undefined
      setText('')
    } catch (error) {
      setTrouble(error instanceof AskFailed && error.kind === 'refused' ? error.message : t`This needs a connection. Your text stays here.`)
    } finally {
      setSending(false)
    }
  }

  return (
    <section className={styles.open} aria-label={t`Phone of ${name ?? number}`}>
      <header>
        <IconButton icon="back" label={t`Back to the phones`} onClick={onBack} />
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {name ?? number}
          </h2>
          <small>{[vendor, name === undefined ? undefined : number].filter(Boolean).join(' · ')}</small>
        </div>
      </header>
      <TextLog lines={lines} />
      <form onSubmit={(event) => void send(event)}>
        <Field label={<Trans>Answer from this phone</Trans>} error={trouble}>
          {(connected) => (
            <div className={styles.box}>
              <TextArea
                {...connected}
                rows={2}
                value={text}
                placeholder={t`12 for 8 hours, level 3`}
                onChange={(event) => {
                  setText(event.target.value)
                  id.current = undefined
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) void send(event)
                }}
              />
              <Button type="submit" kind="primary" icon="send" busy={sending}>
                <Trans>Send</Trans>
              </Button>
            </div>
          )}
        </Field>
      </form>
    </section>
  )
}
