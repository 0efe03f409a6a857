import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useState } from 'react'
import { type Device, deviceTicket } from '../../../contract/endpoints/devices.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { mayBilling } from '../../../contract/rules/permissions.ts'
import { getMe, wholeMe } from '../../../contract/endpoints/sign-in.ts'
import { useCached } from '../../store/queries/cached.ts'
import { AskFailed, ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { chakra } from '../../ui/chakra.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { QrCode } from '../../ui/data/QrCode.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useDevices, useLookAgain } from './useDevices.ts'

type Ticket = AnswerOf<typeof deviceTicket>

/** Interval of the checks for the new device, ms. */
const lookEvery = 3000

const Sheet = chakra('div', {
  base: {
    display: 'grid',
    gap: '6',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 20rem) minmax(0, 1fr)' },
    alignItems: 'start',
  },
})
const Code = chakra('div', { base: { maxWidth: '20rem', width: 'full', marginInline: 'auto' } })
const ShortId = chakra('p', {
  base: {
    margin: '0',
    fontSize: 'code',
    fontWeight: 'bold',
    letterSpacing: '0.12em',
    textAlign: 'center',
    fontVariantNumeric: 'tabular-nums',
  },
})
const Steps = chakra('ol', { base: { display: 'grid', gap: '3', paddingInlineStart: '5', margin: '0', listStyle: 'decimal' } })
const Waiting = chakra('p', { base: { margin: '0', color: 'fg.muted' } })

/** The page that registers a device for a billing account: its short id, and the code to scan with it. */
export function RegisterScreen() {
  const { t } = useLingui()
  const me = useCached(getMe, undefined, wholeMe)
  const accounts = me.data?.billingAccounts?.filter(({ role }) => mayBilling(role, 'device.manage'))
  const [chosen, setChosen] = useState(() => new URLSearchParams(location.search).get('billing') ?? undefined)
  const account = accounts && chosenAccount(accounts, chosen)
  return (
    <Page title={t`Register a device`} width="desk">
      {me.state === 'loading' && <Skeleton rows={3} />}
      {me.state === 'failed' && <FailedState error={me.error} onRetry={me.refresh} />}
      {accounts?.length === 0 && (
        <EmptyState icon="lock" title={t`You cannot register devices`} action={<LinkButton href="/devices">{t`Devices`}</LinkButton>}>
          <Trans>Only Owners and Administrators of a billing account register devices.</Trans>
        </EmptyState>
      )}
      {accounts && accounts.length > 1 && <AccountSelect accounts={accounts} chosen={account?.id} onChoose={setChosen} />}
      {account && <Registering key={account.id} billing={account.id} account={account.name} />}
    </Page>
  )
}

interface Account {
  readonly id: string
  readonly name: string
}

/** Returns the account that the person has chosen; an only account needs no choice. */
function chosenAccount(accounts: readonly Account[], chosen: string | undefined): Account | undefined {
  if (chosen === undefined && accounts.length === 1) return accounts[0]
  return accounts.find(({ id }) => id === chosen)
}

interface AccountSelectProps {
  readonly accounts: readonly Account[]
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

function AccountSelect({ accounts, chosen, onChoose }: AccountSelectProps) {
  const { t } = useLingui()
  return (
    <div style={{ maxWidth: '24rem' }}>
      <Select label={t`Billing account`} value={chosen ?? ''} onChange={(event) => onChoose(event.target.value)}>
        <option value="" disabled>
          {t`Choose the account that gets the device`}
        </option>
        {accounts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}

function Registering({ billing, account }: { readonly billing: string; readonly account: string }) {
  const { t } = useLingui()
  const [ticket, setTicket] = useState<Ticket>()
  const [trouble, setTrouble] = useState<string>()
  const [expired, setExpired] = useState(false)
  const { data, refresh } = useDevices()
  useLookAgain(refresh, lookEvery)

  const make = useCallback(async () => {
    setTrouble(undefined)
    try {
      setTicket(await ask(deviceTicket, undefined, { billing }))
      setExpired(false)
    } catch (error) {
      if (!(error instanceof AskFailed)) throw error
      setTrouble(error.kind === 'refused' ? error.message : t`This needs a connection.`)
    }
  }, [billing, t])
  useEffect(() => void make(), [make])
  useEffect(() => {
    if (!ticket) return
    const timer = setTimeout(() => setExpired(true), Math.max(0, Date.parse(ticket.expiresAt) - Date.now()))
    return () => clearTimeout(timer)
  }, [ticket])

  if (trouble !== undefined && !ticket) return <FailedState error={{ message: trouble }} onRetry={make} />
  if (!ticket) return <Skeleton rows={2} height="16rem" />
  const here = data?.devices.find(({ shortId }) => shortId === ticket.shortId)
  if (here) return <Registered device={here} account={account} onAgain={make} />
  return <RegistrationCode ticket={ticket} account={account} expired={expired} onMake={make} />
}

interface RegisteredProps {
  readonly device: Device
  readonly account: string
  readonly onAgain: () => Promise<void>
}

function Registered({ device, account, onAgain }: RegisteredProps) {
  const { t } = useLingui()
  return (
    <>
      <Notice level="success">
        <Trans>
          {device.name} ({device.shortId}) belongs to {account} now and has reported.
        </Trans>
      </Notice>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: '0.75rem' }}>
        <LinkButton kind="primary" href={`/devices/${device.key}`}>
          {t`Open the device`}
        </LinkButton>
        <Button icon="plus" onClick={onAgain}>
          {t`Register another device`}
        </Button>
      </div>
    </>
  )
}

interface CodeProps {
  readonly ticket: Ticket
  readonly account: string
  readonly expired: boolean
  readonly onMake: () => Promise<void>
}

/** The code that the new device scans, with the steps around it. */
function RegistrationCode({ ticket, account, expired, onMake }: CodeProps) {
  const { t, i18n } = useLingui()
  const until = i18n.date(new Date(ticket.expiresAt), { timeStyle: 'short' })
  return (
    <Sheet>
      <Card padding="site">
        <Code>
          {expired ? (
            <EmptyState
              icon="clock"
              title={t`This code has expired`}
              action={<Button kind="primary" onClick={onMake}>{t`Make a new code`}</Button>}
            />
          ) : (
            <QrCode text={ticket.url} label={t`Code that registers the device that scans it`} />
          )}
        </Code>
        <ShortId aria-label={t`Short ID`}>{ticket.shortId}</ShortId>
      </Card>
      <div style={{ display: 'grid', gap: '1.25rem' }}>
        <Steps>
          <li>
            <Trans>Scan this code with the camera of the tablet or phone that is to join {account}.</Trans>
          </li>
          <li>
            <Trans>Give it a name there, such as the gate where it hangs.</Trans>
          </li>
          <li>
            <Trans>It appears under Devices as soon as it has reported.</Trans>
          </li>
        </Steps>
        {!expired && (
          <Waiting role="status">
            <Trans>Waiting for the device. The code works once, until {until}.</Trans>
          </Waiting>
        )}
      </div>
    </Sheet>
  )
}
