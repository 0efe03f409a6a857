import { t as now } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { choosePush, getPush, type PushChoice, testPush } from '../../../../contract/endpoints/people/push.ts'
import { getStore } from '../../../store/db/store.ts'
import { getOwner } from '../../../store/identity/getOwner.ts'
import { keepStoppedNotice } from '../../../store/session/stoppedNotice.ts'
import { AskFailed, ask } from '../../../sync/ask.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { FailedState } from '../../../ui/feedback/FailedState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useActWithToast } from '../../../ui/useActWithToast.ts'
import { failureWords } from '../failureWords.ts'
import { useAsked } from '../useAsked.ts'
import { NoticeChoice } from './NoticeChoice.tsx'
import { useChangeQueue } from './useChangeQueue.ts'
import { type Ability, abilityOfBrowser, endpointHere, subscribeHere, unsubscribeHere } from './subscribeHere.ts'

const Heading = chakra('h2', { base: { textStyle: 'heading', marginTop: '6', scrollMarginTop: '20' } })
const Fields = chakra('div', { base: { display: 'grid', gap: '4', justifyItems: 'start' } })

class NotAllowed extends Error {}
class NotSent extends Error {}

const words = (error: unknown) => {
  if (error instanceof NotAllowed) return now`You did not allow notices.`
  if (error instanceof NotSent) return now`The test notice could not be sent. Turn notices off and on again.`
  if (error instanceof AskFailed) return error.kind === 'offline' ? now`Notices need a connection to be changed.` : failureWords(error)
  return now`This browser could not reach its service for notices. Try again later.`
}

const push = async () => ({ ...(await ask(getPush)), here: await endpointHere() })

/** Scrolls to this section when the address names it, once it is drawn. */
const showIfNamed = (element: HTMLElement | null) => {
  if (element && location.hash === '#notices') element.scrollIntoView()
}

/** Notices on the lock screen: of this device, and which ones the person wants. */
export function NoticesSection() {
  const { t } = useLingui()
  const { data, trouble, again } = useAsked(push, words)
  return (
    <>
      <Heading id="notices">{t`Notices`}</Heading>
      {trouble !== undefined && <FailedState error={{ message: trouble }} onRetry={again} />}
      {trouble === undefined && data === undefined && <Skeleton rows={2} />}
      {trouble === undefined && data !== undefined && (
        <div ref={showIfNamed}>
          <Card>
            <Fields>
              <NoticesHere
                publicKey={data.publicKey}
                endpoint={data.endpoints.find((endpoint) => endpoint === data.here)}
                deliveredAt={data.deliveredAt}
                again={again}
              />
              <ChoiceOfPerson choice={data.choice} isOn={data.here !== undefined && data.endpoints.includes(data.here)} />
            </Fields>
          </Card>
        </div>
      )}
    </>
  )
}

interface NoticesHereProps {
  readonly publicKey: string
  /** The subscription of this browser, if there is one. */
  readonly endpoint: string | undefined
  /** ISO 8601. */
  readonly deliveredAt: string | undefined
  again(): Promise<void>
}

/** Turns the notices of this browser on and off. The browser is asked for permission only when the person presses. */
function NoticesHere({ publicKey, endpoint, deliveredAt, again }: NoticesHereProps) {
  const { t, i18n } = useLingui()
  const [ability, setAbility] = useState(abilityOfBrowser)
  const { busy, act } = useActWithToast(words)
  if (ability !== 'ready') return <Notice level="warning">{inabilityOf(ability)}</Notice>

  const turnOn = async () => {
    const turn = async () => {
      if (await subscribeHere(publicKey)) return
      setAbility(abilityOfBrowser())
      throw new NotAllowed()
    }
    await act(turn, t`Notices are on`)
    await again()
  }
  const turnOff = async (one: string) => {
    await act(() => unsubscribeHere(one), t`Notices are off`)
    await again()
  }
  const test = async (one: string) => {
    const send = async () => {
      const { outcome } = await ask(testPush, undefined, { endpoint: one })
      if (outcome !== 'sent') throw new NotSent()
    }
    await act(send, t`The test notice is on its way`)
    await again()
  }
  if (endpoint === undefined)
    return (
      <>
        <p style={{ margin: 0 }}>
          <Trans>Muster tells you on the lock screen when something waits for you, also while it is closed.</Trans>
        </p>
        <Button kind="primary" busy={busy} onClick={() => void turnOn()}>
          {t`Turn on on this device`}
        </Button>
      </>
    )
  const last = deliveredAt !== undefined && i18n.date(new Date(deliveredAt), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <>
      <p style={{ margin: 0 }}>
        <Trans>Notices are on for this device.</Trans> {last && <Trans>The last one was sent on {last}.</Trans>}
      </p>
      <div style={{ display: 'flex', gap: '0.5rem', flexWrap: 'wrap' }}>
        <Button disabled={busy} onClick={() => void test(endpoint)}>
          {t`Send a test notice`}
        </Button>
        <Button disabled={busy} onClick={() => void turnOff(endpoint)}>
          {t`Turn off on this device`}
        </Button>
      </div>
    </>
  )
}

function inabilityOf(ability: Exclude<Ability, 'ready'>) {
  if (ability === 'install')
    return (
      <Trans>
        On an iPhone or iPad, add Muster to the Home Screen first: press Share, then Add to Home Screen. Open it from there, and turn
        notices on.
      </Trans>
    )
  if (ability === 'denied')
    return <Trans>This browser does not let Muster show notices. Allow them for this site in the settings of the browser.</Trans>
  return <Trans>This browser cannot show notices.</Trans>
}

/** Another device may have changed the choice since this one has read it. */
async function saveChoice(change: (choice: PushChoice) => PushChoice): Promise<PushChoice> {
  const { choice } = await ask(getPush)
  return ask(choosePush, undefined, change(choice))
}

function ChoiceOfPerson({ choice, isOn }: { readonly choice: PushChoice /** On this device. */; readonly isOn: boolean }) {
  const { t } = useLingui()
  const { state, change } = useChangeQueue(choice, saveChoice)
  const title = t`Something that you saved needs you`
  const isWanted = isOn && !state.off.includes('needsYou')
  const { from, until } = state.quiet ?? { from: '', until: '' }
  // The worker shows this notice by itself, with these words.
  useEffect(() => {
    const notice = { owner: getOwner(), title, quiet: { from, until } }
    keepStoppedNotice(getStore(), isWanted ? notice : undefined).catch(() => undefined)
  }, [isWanted, title, from, until])
  const { act } = useActWithToast(words)
  return <NoticeChoice choice={state} onChange={(one) => void act(() => change(one), t`Saved`)} />
}
