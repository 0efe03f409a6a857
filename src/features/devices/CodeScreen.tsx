import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { codePath, longestDeviceName, registerDevice } from '../../../contract/endpoints/devices.ts'
import { type DeviceState, joinAccount, lockDevice, useDevice } from '../../store/session/deviceState.ts'
import { readMark } from '../../store/session/deviceMark.ts'
import { AskFailed, ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { checkOwnCode, readCode, type Verdict } from './checkOwnCode.ts'
import * as controls from '../../ui/controls/controls.module.css'

/**
 * `/device/{code}`: the device that scanned the code runs it: it joins a billing account, is locked to the
 * kiosk, or is unlocked.
 */
export function CodeScreen() {
  const { t } = useLingui()
  const { pathname }: { readonly pathname: string } = useLocation()
  const code = decodeURIComponent(pathname.slice(codePath.length))
  const device = useDevice()
  const content = readCode(code)
  if (!content)
    return (
      <Page title={t`Device code`}>
        <EmptyState icon="alert" title={t`This code is not from this site`} action={<LinkButton href="/scan">{t`Scan again`}</LinkButton>}>
          <Trans>It may be damaged, or was only scanned in part.</Trans>
        </EmptyState>
      </Page>
    )
  if (device === undefined)
    return (
      <Page title={t`Device code`}>
        <Skeleton rows={2} />
      </Page>
    )
  if (content.for === 'register') return <Join code={code} account={content.account ?? ''} device={device} />
  return <Lock key={code} code={code} device={device} />
}

function Join({ code, account, device }: { readonly code: string; readonly account: string; readonly device: DeviceState | null }) {
  const { t } = useLingui()
  const [name, setName] = useState(device?.name ?? '')
  const [trouble, setTrouble] = useState<{ field: boolean; text: string }>()
  const [joined, setJoined] = useState<RegisteredDevice>()
  const [working, setWorking] = useState(false)
  const join = async () => {
    if (name.trim() === '') {
      setTrouble({ field: true, text: t`A device needs a name.` })
      return
    }
    setTrouble(undefined)
    setWorking(true)
    try {
      const answer = await ask(registerDevice, undefined, { code, name: name.trim(), token: readMark()?.token })
      await joinAccount({ ...answer, locked: false })
      setJoined(answer)
    } catch (error) {
      if (!(error instanceof AskFailed)) throw error
      setTrouble({ field: false, text: error.kind === 'refused' ? error.message : t`This needs a connection.` })
    } finally {
      setWorking(false)
    }
  }
  if (joined) return <Joined device={joined} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!working) void join()
  }
  return (
    <Page
      title={t`Register this device`}
      lead={<Trans>{account} wants to manage this tablet or phone.</Trans>}
      footer={
        <Button kind="primary" onClick={join} busy={working}>
          {t`Register`}
        </Button>
      }
    >
      {device && (
        <Notice level="warning">
          <Trans>
            This device belongs to {device.account} as {device.name}. It leaves that account when you continue.
          </Trans>
        </Notice>
      )}
      <Card padding="site">
        <DeviceNameForm
          name={name}
          mistake={trouble?.field ? trouble.text : undefined}
          onType={(typed) => {
            setName(typed)
            setTrouble(undefined)
          }}
          onSubmit={submit}
        />
      </Card>
      {trouble && !trouble.field && <Notice level="error">{trouble.text}</Notice>}
      <p className={controls.hint}>
        <Trans>
          Every few minutes it will report to the account that it is on, its battery and storage, and how much is unsent. It never reports
          what people type.
        </Trans>
      </p>
    </Page>
  )
}

interface NameFormProps {
  readonly name: string
  readonly mistake: string | undefined
  readonly onType: (name: string) => void
  readonly onSubmit: (event: FormEvent) => void
}

function DeviceNameForm({ name, mistake, onType, onSubmit }: NameFormProps) {
  const { t } = useLingui()
  return (
    <form onSubmit={onSubmit} noValidate>
      <TextField
        label={t`Name of this device`}
        hint={t`Where it hangs or who carries it, such as Gate 1.`}
        error={mistake}
        maxLength={longestDeviceName}
        autoComplete="off"
        value={name}
        onChange={(event) => onType(event.target.value)}
      />
    </form>
  )
}

interface RegisteredDevice {
  readonly name: string
  readonly shortId: string
  readonly account: string
}

function Joined({ device }: { readonly device: RegisteredDevice }) {
  const { t } = useLingui()
  return (
    <Page title={t`This device is registered`} footer={<LinkButton kind="primary" href="/">{t`Continue`}</LinkButton>}>
      <Notice level="success">
        <Trans>
          {device.name} belongs to {device.account} now. Its short ID is {device.shortId}.
        </Trans>
      </Notice>
      <p>
        <Trans>
          Every few minutes it reports to the account that it is on, its battery and storage, and how much is unsent. It never reports what
          people type.
        </Trans>
      </p>
      <div>
        <LinkButton href="/kiosk" icon="device">
          {t`Make it a kiosk`}
        </LinkButton>
      </div>
    </Page>
  )
}

function Lock({ code, device }: { readonly code: string; readonly device: DeviceState | null }) {
  const { t } = useLingui()
  const [verdict, setVerdict] = useState<Verdict>()
  const [again, setAgain] = useState(0)
  // Use the device's state at the time of the scan, because the code itself changes it.
  const [scanned] = useState(device)
  useEffect(() => {
    let gone = false
    void (async () => {
      const found = scanned ? await checkOwnCode(code, scanned) : 'foreign'
      if (gone) return
      if (found === 'lock' || found === 'unlock') await lockDevice(found === 'lock')
      setVerdict(found)
    })()
    return () => {
      gone = true
    }
  }, [again, code, scanned])
  const title = t`Device code`
  const reasons = {
    foreign: t`This code is for another device.`,
    expired: t`This code has expired. Make a new one under Devices.`,
    offline: t`This needs a connection.`,
  }
  if (verdict === undefined)
    return (
      <Page title={title}>
        <Skeleton rows={2} />
      </Page>
    )
  if (verdict === 'lock')
    return (
      <Page title={title}>
        <EmptyState
          icon="lock"
          title={t`This device is locked`}
          action={<LinkButton kind="primary" href="/kiosk">{t`Open the kiosk`}</LinkButton>}
        >
          <Trans>It shows only the kiosk until an unlock code is scanned.</Trans>
        </EmptyState>
      </Page>
    )
  if (verdict === 'unlock')
    return (
      <Page title={title}>
        <EmptyState
          icon="checkCircle"
          title={t`This device is free`}
          action={<LinkButton kind="primary" href="/">{t`Continue`}</LinkButton>}
        >
          <Trans>It unlocks the device.</Trans>
        </EmptyState>
      </Page>
    )
  return (
    <Page title={title}>
      <EmptyState
        icon="alert"
        title={t`Nothing was changed`}
        action={
          verdict === 'offline' ? (
            <Button icon="refresh" onClick={() => setAgain(again + 1)}>
              {t`Retry`}
            </Button>
          ) : (
            <LinkButton href="/scan">{t`Scan again`}</LinkButton>
          )
        }
      >
        {typeof verdict === 'object' ? verdict.refused : reasons[verdict]}
      </EmptyState>
    </Page>
  )
}
