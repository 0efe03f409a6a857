import { chakra } from '../../ui/chakra.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useState } from 'react'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { demoTexts } from '../../../contract/demo.ts'
import { AskFailed, ask } from '../../sync/ask.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

type Texts = AnswerOf<typeof demoTexts>['texts']

/** ms between two looks while somebody waits for a PIN. */
const every = 2000

const List = chakra('div', { base: { display: 'grid', gap: '3' } })
const Top = chakra('div', { base: { display: 'flex', justifyContent: 'space-between', gap: '3', color: 'fg.muted', textStyle: 'small' } })
const Text = chakra('p', { base: { marginTop: '2', whiteSpace: 'pre-wrap', fontSize: 'lg' } })
const Pin = chakra('strong', { base: { fontVariantNumeric: 'tabular-nums', letterSpacing: '0.06em', userSelect: 'all' } })

/** The PIN stands out, so that it can be read and copied at a glance. */
function Message({ text }: { readonly text: string }) {
  const [before, pin, after] = text.split(/\b(\d{6})\b/, 3)
  return (
    <Text>
      {before}
      {pin && <Pin>{pin}</Pin>}
      {after}
    </Text>
  )
}

/** What the demo company would have sent by text message, newest first; looks again by itself. */
export function TextsScreen() {
  const { t, i18n } = useLingui()
  const [texts, setTexts] = useState<Texts>()
  const [trouble, setTrouble] = useState<AskFailed>()

  const look = useCallback(async () => {
    try {
      const answer = await ask(demoTexts)
      setTexts(answer.texts)
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

  const missing = trouble?.kind === 'refused'
  return (
    <Page
      title={t`Text messages`}
      lead={<Trans>This demo sends no text messages. What it would have sent is here, with the PINs to log in.</Trans>}
      footer={<LinkButton href="/sign-in" kind="primary" icon="key">{t`Login`}</LinkButton>}
    >
      {missing && (
        <EmptyState icon="message" title={t`Not a demo`}>
          <Trans>This server sends its text messages to phones.</Trans>
        </EmptyState>
      )}
      {!missing && trouble && !texts && <FailedState error={{ message: t`This needs a connection.` }} onRetry={look} />}
      {!trouble && !texts && <Skeleton rows={3} />}
      {!missing && texts?.length === 0 && (
        <EmptyState icon="message" title={t`No text messages yet`}>
          <Trans>Ask for a PIN on the login page; it appears here at once.</Trans>
        </EmptyState>
      )}
      {!missing && texts && texts.length > 0 && (
        <List aria-live="polite">
          {texts.map((message) => (
            <Card key={message.id}>
              <Top>
                <span>{message.to}</span>
                <time dateTime={message.at}>{i18n.date(new Date(message.at), { dateStyle: 'medium', timeStyle: 'medium' })}</time>
              </Top>
              <Message text={message.text} />
            </Card>
          ))}
        </List>
      )}
    </Page>
  )
}
