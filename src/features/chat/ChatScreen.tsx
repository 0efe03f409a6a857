import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { type ChatConfig, type ChatMessage, longestMessage } from '../../../contract/endpoints/chat.ts'
import type { RootScreenProps } from '../../engine/PageHost.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Markdown } from '../../ui/data/Markdown.tsx'
import { suggestionsAfter } from './leadTalk.ts'
import { suggestionsOf, yesNoOf } from './suggestionsOf.ts'
import { useConversation } from './useConversation.ts'
import * as styles from './chat.module.css'

/** px; a longer message scrolls in its box. */
const tallestBox = 150

const greetingOf = ({ greeting, suggestions }: Partial<ChatConfig>, usual: string): ChatMessage => ({
  id: 'greeting',
  sender: 'ai',
  text: greeting ?? usual,
  ...(suggestions && { suggestions: [...suggestions] }),
})

interface Options {
  readonly options: readonly string[]
  /** Yes and no exclude each other. */
  readonly isYesNo: boolean
}

const noOptions: Options = { options: [], isYesNo: false }

/** Returns the answers that a message of the bot offers. */
function optionsOf(message: ChatMessage | undefined): Options {
  if (message?.sender !== 'ai') return noOptions
  const options = message.suggestions ?? suggestionsOf(message.text)
  return { options, isYesNo: options.length === 2 && options.join() === yesNoOf(message.text).join() }
}

/** Returns what leaves the conversation; one that was begun is lost, so it asks first. */
function useCancel(cancel: string | undefined, leave: () => void, host: RootScreenProps['host']) {
  const { t } = useLingui()
  return async () => {
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
}

/** A conversation with a bot on the whole screen (spec/2 §2 "AI chat overlay"). */
export function ChatScreen({ data, host, address }: RootScreenProps) {
  const { t, i18n } = useLingui()
  const config: Partial<ChatConfig> = data.componentConfig ?? {}
  const place = address.replace(/\.json(?:\?.*)?$/s, '')
  const conversation = useConversation(place, config, i18n.locale, host)
  const { messages, busy, thought, failed, text, chips, over, type, send, leave } = conversation
  const panel = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const end = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = panel.current
    // Browsers from before 2022 have no modal dialogs: it still covers the page.
    if (typeof element?.showModal === 'function') element.showModal()
    else element?.setAttribute('open', '')
    // A marked "Cancel" would be the first thing that a person sees.
    heading.current?.focus({ preventScroll: true })
  }, [])

  const suggestions = config.talk && over ? suggestionsAfter(config.talk, over) : config.suggestions
  const greeting = greetingOf({ greeting: config.greeting, suggestions }, t`What tasks are you doing today?`)
  const said = [greeting, ...(messages ?? [])]
  const { options, isYesNo } = busy ? noOptions : optionsOf(said.at(-1))
  const count = said.length
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [count, busy, failed])

  const toggle = (option: string) => {
    if (chips.includes(option)) type({ chips: chips.filter((chip) => chip !== option) })
    else type({ chips: isYesNo ? [option] : [...chips, option] })
  }

  const { cancel } = config
  const cancelled = useCancel(cancel, leave, host)
  const title = data.componentConfig?.title ?? 'PTP Agent'
  const isEmpty = text.trim() === '' && chips.length === 0
  return (
    <dialog
      ref={panel}
      className={styles.panel}
      data-theme="dark"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        if (event.target === event.currentTarget) void cancelled()
      }}
    >
      <header className={styles.head}>
        <img src="/icons/icon.svg" width={36} height={36} alt="" />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {cancel !== undefined && (
          <Button kind="quiet" onClick={() => void cancelled()}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </header>
      <Connection goesOn={config.talk !== undefined} waiting={conversation.waiting} alone={conversation.alone} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- must scroll by keyboard */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={t`Conversation`}>
        <div className={styles.list} role="log" aria-live="polite">
          {messages !== undefined &&
            said.map((message) => (
              <div key={message.id} className={styles.bubble} data-sender={message.sender}>
                <span className={styles.who}>{message.sender === 'ai' ? title : t`You`}</span>
                <Markdown text={message.text} bare={message.sender === 'user'} />
              </div>
            ))}
        </div>
        {busy && <Thinking thought={thought} />}
        {options.length > 0 && <Suggestions options={options} chosen={chips} onToggle={toggle} />}
        {failed !== undefined && <FailedMessage reason={failed} onRetry={() => void send()} />}
        <div ref={end} />
      </div>
      <MessageBox text={text} isReady={!busy && !isEmpty} onType={(typed) => type({ text: typed })} onSend={() => void send()} />
    </dialog>
  )
}

interface ConnectionProps {
  /** The device can go on by itself. */
  readonly goesOn: boolean
  /** Messages that the server does not have. */
  readonly waiting: number
  readonly alone: boolean
}

/** Says where the conversation is kept while the server does not have it. */
function Connection({ goesOn, waiting, alone }: ConnectionProps) {
  const online = useOnline()
  if (online && waiting === 0) return null
  return (
    <p className={styles.offline} role="status" data-waiting={waiting}>
      <Icon name="alert" size={20} />
      <ConnectionWords goesOn={goesOn} alone={alone} />
    </p>
  )
}

function ConnectionWords({ goesOn, alone }: Omit<ConnectionProps, 'waiting'>) {
  if (alone) return <Trans>The server has another version of this conversation. Finish yours here; it is sent as you sign it.</Trans>
  if (goesOn) return <Trans>No connection. You can continue: your answers stay on this device and are sent later.</Trans>
  return <Trans>You are offline. What you type stays on this device until you can send it.</Trans>
}

function Thinking({ thought }: { readonly thought: string }) {
  return (
    <p className={styles.thinking} role="status">
      <span className={styles.dots} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {thought}
    </p>
  )
}

interface SuggestionsProps extends Pick<Options, 'options'> {
  readonly chosen: readonly string[]
  readonly onToggle: (option: string) => void
}

function Suggestions({ options, chosen, onToggle }: SuggestionsProps) {
  const { t } = useLingui()
  return (
    <div className={styles.chips} role="group" aria-label={t`Suggestions`}>
      {options.map((option) => (
        <button key={option} type="button" className={styles.chip} aria-pressed={chosen.includes(option)} onClick={() => onToggle(option)}>
          {chosen.includes(option) && <Icon name="check" size={20} />}
          {option}
        </button>
      ))}
    </div>
  )
}

function FailedMessage({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  return (
    <div className={styles.failed} role="alert">
      <span>{reason}</span>
      <Button icon="refresh" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}

interface BoxProps {
  readonly text: string
  readonly isReady: boolean
  readonly onType: (text: string) => void
  readonly onSend: () => void
}

/** The box in which the person types; it grows with its text. */
function MessageBox({ text, isReady, onType, onSend }: BoxProps) {
  const { t } = useLingui()
  const box = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, tallestBox)}px`
  }, [text])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onSend()
  }

  return (
    <form
      className={styles.write}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <textarea
        ref={box}
        className={styles.box}
        rows={1}
        value={text}
        maxLength={longestMessage}
        style={{ maxHeight: tallestBox }}
        placeholder={t`Type your message...`}
        aria-label={t`Your message`}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton type="submit" kind="primary" icon="send" label={t`Send`} aria-disabled={!isReady} />
    </form>
  )
}
