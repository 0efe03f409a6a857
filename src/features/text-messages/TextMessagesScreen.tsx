import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { answerDemoText, askDemoNow, type DemoPhone, demoPhones } from '../../../contract/endpoints/conversations.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { newId } from '../../lib/newId.ts'
import { AskFailed, ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Phone } from './Phone.tsx'
import * as styles from './textMessages.module.css'
import * as controls from '../../ui/controls/controls.module.css'

type Answer = AnswerOf<typeof demoPhones>

/** Interval of the refresh while a person waits for a text, ms. */
const every = 2000

/** The texts of the demo, refreshed while the page is visible. */
function useKeptTexts() {
  const [kept, setKept] = useState<Answer>()
  const [trouble, setTrouble] = useState<AskFailed>()
  const look = useCallback(async () => {
    try {
      setKept(await ask(demoPhones))
      setTrouble(undefined)
    } catch (error) {
      if (error instanceof AskFailed) setTrouble(error)
    }
  }, [])
  useEffect(() => {
    void look()
    const timer = setInterval(() => {
      if (!document.hidden) void look()
    }, every)
    return () => clearInterval(timer)
  }, [look])
  return { kept, trouble, look }
}

/**
 * The phones of the demo with the texts of the bots. A visitor finds a PIN here, or answers as a vendor
 * would.
 */
export function TextMessagesScreen() {
  const { t } = useLingui()
  const { kept, trouble, look } = useKeptTexts()
  const [open, setOpen] = useState<string>()

  const isRefused = trouble?.kind === 'refused'
  return (
    <Page
      title={t`Text messages`}
      width="desk"
      lead={!isRefused && <Trans>This demo sends no text messages. What it would have sent is here, with the PINs to sign in.</Trans>}
      footer={<LinkButton href="/sign-in" kind="primary" icon="key">{t`Login`}</LinkButton>}
    >
      {isRefused && (
        <EmptyState icon="message" title={t`Not a demo`}>
          <Trans>Text messages of this server can be read only on the phones that they are for.</Trans>
        </EmptyState>
      )}
      {trouble && !isRefused && !kept && <FailedState error={{ message: t`This needs a connection.` }} onRetry={look} />}
      {!trouble && !kept && <Skeleton rows={3} />}
      {kept && !isRefused && <PhoneDesk kept={kept} open={open} onOpen={setOpen} look={look} />}
    </Page>
  )
}

interface DeskProps {
  readonly kept: Answer
  /** Number of the open phone. */
  readonly open: string | undefined
  readonly onOpen: (number: string | undefined) => void
  readonly look: () => Promise<void>
}

/** The list of phones beside the open one. */
function PhoneDesk({ kept, open, onOpen, look }: DeskProps) {
  const { t } = useLingui()
  const begin = async (bot: string) => {
    try {
      const { begun } = await ask(askDemoNow, undefined, { bot })
      if (begun === 0) toast(t`Everyone was already asked today.`)
      await look()
    } catch (error) {
      toast(error instanceof AskFailed && error.kind === 'refused' ? error.message : t`This needs a connection.`, 'error')
    }
  }

  const { phones } = kept
  const shown = phones.find(({ number }) => number === open)
  const list = useRef<HTMLUListElement>(null)
  const close = () => {
    const number = open
    onOpen(undefined)
    // Return to the person's position in the list.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-number="${number}"]`)?.focus())
  }
  return (
    <div className={styles.root} data-open={shown ? '' : undefined}>
      <div className={styles.list}>
        {kept.bots.length > 0 && <BotList bots={kept.bots} onBegin={begin} />}
        <PhoneList phones={phones} list={list} open={open} onOpen={onOpen} />
      </div>
      {shown ? (
        <Phone
          key={shown.number}
          phone={shown}
          onBack={close}
          onAnswer={async (text, id) => {
            await ask(answerDemoText, undefined, { id, from: shown.number, text })
            await look()
          }}
          makeId={newId}
        />
      ) : (
        phones.length > 0 && (
          <div className={styles.none}>
            <Trans>Choose a phone to read its messages and to answer.</Trans>
          </div>
        )
      )}
    </div>
  )
}

interface BotListProps {
  readonly bots: Answer['bots']
  readonly onBegin: (bot: string) => Promise<void>
}

function BotList({ bots, onBegin }: BotListProps) {
  return (
    <section className={styles.begin}>
      <h2>
        <Trans>Answer as a vendor</Trans>
      </h2>
      <p className={controls.hint}>
        <Trans>Let a bot ask now, open one of the phones, and answer in your own words, also in Spanish or Portuguese.</Trans>
      </p>
      {bots.map(({ id, title, project }) => (
        <Button key={id} icon="message" onClick={() => onBegin(id)}>
          <span className={styles.bot}>
            <Trans>Let {title} ask now</Trans>
            <small>{project}</small>
          </span>
        </Button>
      ))}
    </section>
  )
}

interface PhoneListProps {
  readonly phones: readonly DemoPhone[]
  readonly list: RefObject<HTMLUListElement | null>
  /** Number of the open phone. */
  readonly open: string | undefined
  readonly onOpen: (number: string) => void
}

function PhoneList({ phones, list, open, onOpen }: PhoneListProps) {
  const { t } = useLingui()
  if (phones.length === 0)
    return (
      <EmptyState icon="message" title={t`No text messages yet`}>
        <Trans>Ask for a PIN on the login page; it appears here at once.</Trans>
      </EmptyState>
    )
  return (
    <>
      <h2>
        <Plural value={phones.length} one="# phone" other="# phones" />
      </h2>
      <ul ref={list} className={styles.phones}>
        {phones.map((phone) => (
          <PhoneRow key={phone.number} phone={phone} open={phone.number === open} onOpen={() => onOpen(phone.number)} />
        ))}
      </ul>
    </>
  )
}

function PhoneRow({ phone, open, onOpen }: { readonly phone: DemoPhone; readonly open: boolean; readonly onOpen: () => void }) {
  const { i18n } = useLingui()
  const { number, name, vendor, waiting, lines } = phone
  const last = lines.at(-1)
  return (
    <li>
      <button type="button" className={styles.phone} data-number={number} aria-current={open || undefined} onClick={onOpen}>
        <span className={styles.who}>
          <strong>{name ?? number}</strong>
          {last && <time dateTime={last.at}>{i18n.date(new Date(last.at), { timeStyle: 'short' })}</time>}
        </span>
        <small>{[vendor, name === undefined ? undefined : number].filter(Boolean).join(' · ')}</small>
        <span className={styles.last}>{last?.text}</span>
        {waiting && (
          <span className={styles.waiting}>
            <Trans>Waits for an answer</Trans>
          </span>
        )}
      </button>
    </li>
  )
}
