import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import type { ChatConfig, ChatMessage } from '../../../contract/endpoints/chat.ts'
import type { RootScreenProps } from '../../engine/host.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { confirmDialog } from '../../ui/overlays/confirm.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Markdown } from '../../ui/data/Markdown.tsx'
import { suggestionsOf, yesNoOf } from './suggestions.ts'
import { useConversation } from './useConversation.ts'
import './chat.css'

/** px; a longer message scrolls in its box. */
const tallestBox = 150

/** A conversation with a bot on the whole screen (spec/2 §2 "AI chat overlay"). */
export function ChatScreen({ data, host, address }: RootScreenProps) {
  const { t, i18n } = useLingui()
  const config: Partial<ChatConfig> = data.componentConfig ?? {}
  const place = address.replace(/\.json(?:\?.*)?$/s, '')
  const { messages, busy, thought, failed, text, chips, type, send, leave } = useConversation(place, config, i18n.locale, host)
  const online = useOnline()
  const panel = useRef<HTMLDialogElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const end = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = panel.current
    // Browsers from before 2022 have no modal dialogs: it still covers the page.
    if (typeof element?.showModal === 'function') element.showModal()
    else element?.setAttribute('open', '')
  }, [])

  const greeting: ChatMessage = {
    id: 'greeting',
    sender: 'ai',
    text: config.greeting ?? t`What tasks are you doing today?`,
    ...(config.suggestions && { suggestions: [...config.suggestions] }),
  }
  const said = [greeting, ...(messages ?? [])]
  const last = said.at(-1)
  const options = last?.sender === 'ai' && !busy ? (last.suggestions ?? suggestionsOf(last.text)) : []
  const isYesNo = last !== undefined && options.length === 2 && options.join() === yesNoOf(last.text).join()

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, tallestBox)}px`
  }, [text])

  const count = said.length
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [count, busy, failed])

  const toggle = (option: string) => {
    if (chips.includes(option)) type({ chips: chips.filter((chip) => chip !== option) })
    // Yes and no exclude each other.
    else type({ chips: isYesNo ? [option] : [...chips, option] })
  }

  const { cancel } = config
  const cancelled = async () => {
    if (cancel === undefined) {
      host.navigate('back')
      return
    }
    const sure = await confirmDialog({
      text: t`The current conversation will be lost, are you sure you want to cancel?`,
      ok: t`Yes`,
      cancel: t`No`,
      danger: true,
    })
    if (!sure) return
    leave()
    host.navigate(cancel)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void send()
  }

  const title = data.componentConfig?.title ?? 'PTP Agent'
  const isEmpty = text.trim() === '' && chips.length === 0
  return (
    <dialog
      ref={panel}
      className="m-chat-panel"
      data-theme="dark"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        if (event.target === event.currentTarget) void cancelled()
      }}
    >
      <header className="m-chat-head">
        <img src="/icons/icon.svg" width={36} height={36} alt="" />
        <h1>{title}</h1>
        {cancel !== undefined && (
          <Button kind="quiet" onClick={() => void cancelled()}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </header>
      {!online && (
        <p className="m-chat-offline" role="status">
          <Icon name="alert" size={20} />
          <Trans>You are offline. What you type stays on this device until you can send it.</Trans>
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- must scroll by keyboard */}
      <div className="m-chat-scroll" tabIndex={0} role="region" aria-label={t`Conversation`}>
        <div className="m-chat-list" role="log" aria-live="polite">
          {messages !== undefined &&
            said.map((message) => (
              <div key={message.id} className="m-chat-bubble" data-sender={message.sender}>
                <span className="m-chat-who">{message.sender === 'ai' ? title : t`You`}</span>
                <Markdown text={message.text} bare={message.sender === 'user'} />
              </div>
            ))}
        </div>
        {busy && (
          <p className="m-chat-thinking" role="status">
            <span className="m-chat-dots" aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            {thought}
          </p>
        )}
        {options.length > 0 && (
          <div className="m-chat-chips" role="group" aria-label={t`Suggestions`}>
            {options.map((option) => (
              <button
                key={option}
                type="button"
                className="m-chat-chip"
                aria-pressed={chips.includes(option)}
                onClick={() => toggle(option)}
              >
                {chips.includes(option) && <Icon name="check" size={20} />}
                {option}
              </button>
            ))}
          </div>
        )}
        {failed !== undefined && (
          <div className="m-chat-failed" role="alert">
            <span>{failed}</span>
            <Button icon="refresh" onClick={() => void send()}>
              <Trans>Try again</Trans>
            </Button>
          </div>
        )}
        <div ref={end} />
      </div>
      <form
        className="m-chat-write"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <textarea
          ref={box}
          className="m-chat-box"
          rows={1}
          value={text}
          style={{ maxHeight: tallestBox }}
          placeholder={t`Type your message...`}
          aria-label={t`Your message`}
          onChange={(event) => type({ text: event.target.value })}
          onKeyDown={onKeyDown}
        />
        <IconButton type="submit" kind="primary" icon="send" label={t`Send`} aria-disabled={busy || isEmpty} />
      </form>
    </dialog>
  )
}
