import { useLingui } from '@lingui/react/macro'
import { useDeferredValue, useId, useState } from 'react'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { getServerStatus } from '../../../contract/endpoints/people/getFirstSteps.ts'
import {
  type Appointment,
  appointPerson,
  type CompanyPerson,
  listDemoBots,
  listPeople,
} from '../../../contract/endpoints/people/listPeople.ts'
import { patchRecord } from '../../../contract/endpoints/records.ts'
import type { PinWay } from '../../../contract/endpoints/sign-in.ts'
import { queue } from '../../store/outbox/queue.ts'
import { whenSettled } from '../../store/outbox/useChangesOver.ts'
import { useCached } from '../../store/queries/cached.ts'
import { ask } from '../../sync/ask.ts'
import { Answered } from '../../tables/Answered.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { chakra } from '../../ui/chakra.ts'
import { alertDialog, confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { ListEmpty, ListRow, RowList } from '../../ui/layout/RowList.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Small } from './PeopleScreen.tsx'
import { useAct } from './useAct.ts'

const Heading = chakra('h2', { base: { textStyle: 'heading', marginTop: '4', marginBottom: '3' } })

/** What product administrators see to: the settings of the server, appointments, and demo bots of all people. */
export function AdministrationScreen() {
  const { t } = useLingui()
  return (
    <Page title={t`Administration`} width="desk">
      <ServerStatus />
      <Appointments />
      <DemoBots />
    </Page>
  )
}

function ServerStatus() {
  const { t } = useLingui()
  const id = useId()
  const cached = useCached(getServerStatus)
  return (
    <section aria-labelledby={id}>
      <Heading id={id}>{t`This server`}</Heading>
      <Card>
        <Answered cached={cached}>{(status) => <StatusRows status={status} />}</Answered>
        {cached.data?.mail === false && <LinkButton href="/mail" icon="message">{t`Mail`}</LinkButton>}
      </Card>
    </section>
  )
}

function StatusRows({ status }: { readonly status: AnswerOf<typeof getServerStatus> }) {
  const { t } = useLingui()
  const pins: Readonly<Record<PinWay, string>> = {
    text: t`PINs go out as text messages.`,
    mail: t`PINs go out by e-mail, to people with an address in their account. Others need a sign-in link.`,
    demo: t`This is a demo: PINs appear under Text messages.`,
    none: t`PINs cannot be sent. People sign in with a passkey, another system, or a sign-in link.`,
  }
  const on = t`Set up`
  const facts: readonly (readonly [string, string])[] = [
    [t`Signing in`, pins[status.pins]],
    [
      t`Text messages`,
      status.texts
        ? on
        : t`Not set up: no new accounts by phone number, and bots do not ask by text. Set SMS_ACCOUNT, SMS_TOKEN and SMS_FROM.`,
    ],
    [t`E-mail`, status.mail ? on : t`Not set up: invitations wait under Mail. Set MAIL_URL and MAIL_FROM.`],
    [t`Cards`, status.cards ? on : t`Not set up: card payment is off.`],
    [t`Translator`, status.translator ? on : t`Not set up: only the built-in dictionary translates.`],
    [t`Language model`, status.assistant ? on : t`Not set up: the product uses its own rules.`],
    [t`Address`, status.publicUrl ?? t`Not set up: links lead to this computer only. Set PUBLIC_URL.`],
  ]
  return (
    <RowList>
      {facts.map(([name, text]) => (
        <ListRow key={name}>
          <div>
            <strong>{name}</strong>
            <Small>{text}</Small>
          </div>
        </ListRow>
      ))}
    </RowList>
  )
}

function Appointments() {
  const { t } = useLingui()
  const id = useId()
  const [search, setSearch] = useState('')
  const asked = useDeferredValue(search.trim())
  const cached = useCached(listPeople, undefined, asked === '' ? { appointed: 'true' } : { search: asked })
  return (
    <section aria-labelledby={id}>
      <Heading id={id}>{t`Product administrators and beta users`}</Heading>
      <Card style={{ display: 'grid', gap: '1rem' }}>
        <TextField
          label={t`Find a person to appoint`}
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Answered cached={cached}>
          {({ people }) =>
            people.length === 0 ? (
              <ListEmpty title={t`No one found`}>{t`Check the spelling, or search for the number.`}</ListEmpty>
            ) : (
              <RowList words="14rem">
                {people.map((person) => (
                  <AppointedRow key={person.uid} person={person} refresh={cached.refresh} />
                ))}
              </RowList>
            )
          }
        </Answered>
      </Card>
    </section>
  )
}

function AppointedRow({ person, refresh }: { readonly person: CompanyPerson; readonly refresh: () => Promise<void> }) {
  const { t } = useLingui()
  const { busy, act } = useAct()
  const { uid, name, isAdmin, isBeta, because } = person
  const change = async (as: Appointment, on: boolean) => {
    if (as === 'administrator') {
      const text = on
        ? t`Make ${name} a product administrator? They see all people, and may look at the product as any of them.`
        : t`Remove ${name} as product administrator?`
      if (!(await confirmDialog({ text, ok: on ? t`Appoint` : t`Dismiss`, danger: !on }))) return
    }
    await act(() => ask(appointPerson, { uid }, { as, on }), t`Saved`)
    await refresh()
  }
  const roles = [isAdmin && t`Product administrator`, isBeta && t`Beta user`].filter((role) => role !== false)
  return (
    <ListRow>
      <div>
        <strong>{name}</strong>
        <Small>{[...roles, person.mobile, person.email].filter(Boolean).join(' · ')}</Small>
      </div>
      {because !== 'self' && (
        <Button size="desk" busy={busy} onClick={() => void change('administrator', !isAdmin)}>
          {isAdmin ? t`Dismiss as administrator` : t`Make administrator`}
        </Button>
      )}
      <Button size="desk" busy={busy} onClick={() => void change('beta', !isBeta)}>
        {isBeta ? t`End beta` : t`Make beta user`}
      </Button>
    </ListRow>
  )
}

function DemoBots() {
  const { t } = useLingui()
  const id = useId()
  const cached = useCached(listDemoBots)
  return (
    <section aria-labelledby={id}>
      <Heading id={id}>{t`Demo bots of all people`}</Heading>
      <Card>
        <Answered cached={cached}>
          {({ bots }) =>
            bots.length === 0 ? (
              <ListEmpty title={t`No demo bots`}>{t`People make them to try a bot. Product administrators may delete them.`}</ListEmpty>
            ) : (
              <RowList words="14rem">
                {bots.map((bot) => (
                  <DemoBotRow key={bot.id} bot={bot} refresh={cached.refresh} />
                ))}
              </RowList>
            )
          }
        </Answered>
      </Card>
    </section>
  )
}

interface DemoBotRowProps {
  readonly bot: AnswerOf<typeof listDemoBots>['bots'][number]
  readonly refresh: () => Promise<void>
}

function DemoBotRow({ bot: { id, title, project, ownerName }, refresh }: DemoBotRowProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    if (!(await confirmDialog({ text: t`Are you sure you want to delete the bot ${title}?`, ok: t`Delete`, danger: true }))) return
    setBusy(true)
    const { opId } = await queue(patchRecord, { '*': `automations/${id}` }, { payload: { deleted: true } }, { title })
    const { sent, message } = await whenSettled(opId)
    setBusy(false)
    if (!sent) return void (await alertDialog(message))
    await refresh()
  }
  return (
    <ListRow>
      <div>
        <strong>{title}</strong>
        <Small>{[ownerName, project].filter(Boolean).join(' · ')}</Small>
      </div>
      <Button size="desk" kind="danger" busy={busy} aria-label={t`Delete ${title}`} onClick={() => void remove()}>
        {t`Delete`}
      </Button>
    </ListRow>
  )
}
