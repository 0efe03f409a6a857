import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useRef, useState } from 'react'
import { longestMessage, sendMessage } from '../../../contract/endpoints/records.ts'
import { newId } from '../../lib/newId.ts'
import { NotSaved, queue } from '../../store/outbox/queue.ts'
import { Button } from '../../ui/controls/Button.tsx'
import type { FieldProps } from '../defineField.ts'
import { type FormHost, useFormHost } from '../useFormHost.ts'
import { useNode } from '../useField.ts'
import { Messages } from './Messages.tsx'
import * as controls from '../../ui/controls/controls.module.css'
import * as styles from './chatField.module.css'

/** The conversation on a record: a `chat` has an input, a `feed` is read-only. */
export function ChatField({ form, node, setting }: FieldProps<'feed' | 'chat'>) {
  const { t } = useLingui()
  const host = useFormHost()
  const { readOnly } = useNode(form, node)
  if ((host.pagePath ?? host.recordPath).endsWith('/:new')) {
    return <p className={controls.value}>{t`Messages begin after the first save.`}</p>
  }
  const writes = setting.type === 'chat' && !readOnly
  return (
    <div className={styles.root}>
      <Messages path={host.recordPath} owner={host.owner} empty={setting.emptyMessage} />
      {writes ? <MessageBox host={host} placeholder={setting.placeholder} label={setting.label} /> : null}
    </div>
  )
}

function MessageBox({ host, placeholder, label }: { host: FormHost; placeholder: string | undefined; label: string | undefined }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [notSaved, setNotSaved] = useState<string>()
  const box = useRef<HTMLTextAreaElement>(null)

  // A second press may happen before the empty input is rendered.
  const typed = useRef('')
  const write = (next: string) => {
    typed.current = next
    setText(next)
  }

  const send = async () => {
    const said = typed.current.trim()
    if (said === '') return
    // Cleared before the device has stored the message, so that a second press does not send it twice;
    // restored if it could not be stored.
    write('')
    setNotSaved(undefined)
    box.current?.focus()
    try {
      const title = label ? `${label}: ${said.slice(0, 60)}` : said.slice(0, 60)
      // Repeated text is a new message: the id makes it unique.
      await queue(sendMessage, { '*': host.recordPath }, { text: said }, { initHash: newId(), title })
    } catch (error) {
      write([said, typed.current].filter(Boolean).join('\n'))
      setNotSaved(error instanceof NotSaved && error.message ? error.message : t`The device could not store it. Try again.`)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  return (
    <div className={styles.write}>
      <textarea
        ref={box}
        className={controls.textarea}
        rows={2}
        value={text}
        maxLength={longestMessage}
        aria-label={t`Message`}
        placeholder={placeholder ?? t`Type your message...`}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button kind="primary" icon="send" disabled={text.trim() === ''} onClick={() => void send()}>
        {t`Send`}
      </Button>
      <div role="alert">{notSaved ? <p className={controls.error}>{notSaved}</p> : null}</div>
    </div>
  )
}
