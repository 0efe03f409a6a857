import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type Device, deviceDetail, mayLock } from '../../../contract/endpoints/devices.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { chakra } from '../../ui/chakra.ts'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { OfflineCopy } from '../../ui/feedback/OfflineCopy.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Commands } from './Commands.tsx'
import { DeviceCode } from './DeviceCode.tsx'
import { DeviceEvidence } from './DeviceEvidence.tsx'
import { useDeviceName } from './DevicesScreen.tsx'
import { ago, bytes, clockWords, when } from './deviceStanding.ts'
import { changeOf, RenameDialog } from './RenameDialog.tsx'
import { StandingMark } from './StandingMark.tsx'
import { useLookAgain } from './useDevices.ts'
import * as controls from '../../ui/controls/controls.module.css'
import { useNow } from '../../ui/useNow.ts'

/** Interval of the refresh while a person waits for a remote command, ms. */
const lookEvery = 10_000

const Top = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' } })
const Heading = chakra('h2', { base: { textStyle: 'heading', marginBottom: '3' } })
const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '5',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
    alignItems: 'start',
  },
})
const Stack = chakra('div', { base: { display: 'grid', gap: '5', minWidth: '0' } })
const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: '10rem minmax(0, 1fr)' },
    columnGap: '4',
    rowGap: { base: '0', sm: '2.5' },
    margin: '0',
    overflowWrap: 'anywhere',
    '& > dt': { color: 'fg.muted' },
    '& > dd': { margin: '0', marginBottom: { base: '2.5', sm: '0' } },
  },
})

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** One device: its last status, its remote commands, its codes and its evidence. */
export function DeviceScreen() {
  const { t } = useLingui()
  const { pathname }: { readonly pathname: string } = useLocation()
  const key = pathname.slice('/devices/'.length)
  const { data, state, stale, fetchedAt, error, refresh } = useCached(deviceDetail, { device: key })
  useLookAgain(refresh, lookEvery)
  if (!data)
    return (
      <Page title={t`Device`} width="desk">
        {state === 'loading' ? <Skeleton rows={4} /> : <FailedState error={error} onRetry={refresh} />}
        <div>
          <LinkButton href="/devices" icon="back">
            {t`All devices`}
          </LinkButton>
        </div>
      </Page>
    )
  const { device, commands } = data
  const working = device.mayManage && device.revokedAt === undefined
  return (
    <Whole device={device} stale={stale ? fetchedAt : undefined}>
      <Columns>
        <Stack>
          <About device={device} />
          <DeviceEvidence device={device.key} />
        </Stack>
        <Stack>
          {device.mayManage && <Commands device={device} commands={commands} refresh={refresh} />}
          {working && <DeviceCode device={device} />}
          {device.mayManage && <Settings device={device} />}
        </Stack>
      </Columns>
    </Whole>
  )
}

function Whole({ device, stale, children }: { readonly device: Device; readonly stale: number | undefined; readonly children: ReactNode }) {
  const { t } = useLingui()
  const [renaming, setRenaming] = useState(false)
  const name = useDeviceName(device)
  return (
    <Page title={name} width="desk" lead={device.billingAccount.name}>
      <Top>
        <StandingMark device={device} />
        {device.mayManage && (
          <Button icon="edit" onClick={() => setRenaming(true)}>
            {t`Rename`}
          </Button>
        )}
        <LinkButton kind="quiet" href="/devices" icon="back">
          {t`All devices`}
        </LinkButton>
        <OfflineCopy at={stale} />
      </Top>
      {device.revokedAt !== undefined && (
        <Notice level="warning">
          <Trans>
            This device was removed from the account on {when(device.revokedAt)}. It reports and sends nothing. Register it again to use it.
          </Trans>
        </Notice>
      )}
      {children}
      {renaming && <RenameDialog device={device} name={name} onClose={() => setRenaming(false)} />}
    </Page>
  )
}

function About({ device }: { readonly device: Device }) {
  const { t } = useLingui()
  const now = useNow(30_000)
  const { facts } = device
  return (
    <Card padding="site">
      <Heading>{t`Last report`}</Heading>
      <Facts>
        <Fact name={t`Last ping`}>
          {ago(Date.parse(device.lastPing), now)} ({when(device.lastPing)})
        </Fact>
        <Fact name={t`Short ID`}>{device.shortId}</Fact>
        {facts && <StatusFacts facts={facts} skewMs={device.skewMs} now={now} />}
        <Fact name={t`Version code`}>{device.versionCode}</Fact>
        {facts && facts.forms.length > 0 && <FormsFact forms={facts.forms} />}
        <Fact name={t`Registered`}>
          {device.registeredBy === undefined ? when(device.registeredAt) : t`${when(device.registeredAt)} by ${device.registeredBy}`}
        </Fact>
      </Facts>
    </Card>
  )
}

type DeviceFacts = NonNullable<Device['facts']>

interface StatusProps {
  readonly facts: DeviceFacts
  readonly skewMs: number
  readonly now: number
}

/** What the device said of itself with its last ping. */
function StatusFacts({ facts, skewMs, now }: StatusProps) {
  const { t } = useLingui()
  const { unsent, storage } = facts
  const oldest = unsent.oldest === undefined ? undefined : ago(Date.parse(unsent.oldest), now)
  return (
    <>
      <Fact name={t`Unsent`}>{unsent.count > 0 && oldest ? t`${unsent.count}, oldest ${oldest}` : t`Everything has arrived`}</Fact>
      <Fact name={t`Battery`}>
        <BatteryText battery={facts.battery} />
      </Fact>
      <Fact name={t`Storage`}>
        {storage === undefined ? t`Its browser does not report this` : t`${bytes(storage.used)} used of ${bytes(storage.quota)}`}
      </Fact>
      <Fact name={t`Clock`}>{clockWords(skewMs) ?? t`Right`}</Fact>
      <Fact name={t`On its screen`}>{facts.at === 'kiosk' ? t`Kiosk` : t`App`}</Fact>
      <Fact name={t`App version`}>{facts.app}</Fact>
    </>
  )
}

function BatteryText({ battery }: { readonly battery: DeviceFacts['battery'] }) {
  const { t } = useLingui()
  if (battery === undefined) return t`Its browser does not report this`
  return battery.charging ? t`${battery.percent} %, charging` : `${battery.percent} %`
}

function FormsFact({ forms }: { readonly forms: DeviceFacts['forms'] }) {
  const { t } = useLingui()
  const old = forms.filter(({ current }) => current === false)
  return (
    <Fact name={t`Forms`}>
      {forms.map(({ key, name = key }) => name).join(', ')}
      {old.length > 0 && (
        <span style={{ display: 'block' }}>
          <Trans>Not the newest version: {old.map(({ key, name = key }) => name).join(', ')}</Trans>
        </span>
      )}
    </Fact>
  )
}

const hours = [0, 1, 2, 4, 8, 24]

function Settings({ device }: { readonly device: Device }) {
  const { t } = useLingui()
  const router = useRouter()
  const name = useDeviceName(device)
  const [alertHours, setAlertHours] = useState(device.alertHours)
  const silenceText = (count: number) => {
    if (count === 0) return t`Never`
    return count === 1 ? t`1 working hour of silence` : t`${count} working hours of silence`
  }
  const takeOut = async () => {
    const yes = await confirmDialog({
      text: t`Remove ${name} from the account? At once it stops being a kiosk, and it reports and sends nothing more.`,
      ok: t`Remove`,
      danger: true,
    })
    if (yes && (await changeOf(device, { revoked: true }, name))) toast(t`Device Updated`, 'success')
  }
  const remove = async () => {
    if (!(await confirmDialog({ text: t`Delete ${name} from the list?`, ok: t`Delete`, danger: true }))) return
    if (!(await changeOf(device, { deleted: true }, name))) return
    toast(t`Device Deleted`, 'success')
    await router.navigate({ href: '/devices' })
  }
  return (
    <Card padding="site">
      <Heading>{t`Silence and loss`}</Heading>
      <Stack>
        {device.revokedAt === undefined && (
          <Select
            label={t`Text the administrators after`}
            note={t`Working hours are Monday to Friday, 6:00 to 18:00 where the device is.`}
            value={alertHours}
            onChange={(event) => {
              const next = Number(event.target.value)
              setAlertHours(next)
              void changeOf(device, { alertHours: next }, name)
            }}
          >
            {[...new Set([...hours, device.alertHours])]
              .sort((a, b) => a - b)
              .map((count) => (
                <option key={count} value={count}>
                  {silenceText(count)}
                </option>
              ))}
          </Select>
        )}
        <Top>
          {device.revokedAt === undefined && (
            <Button kind="danger" icon="lock" onClick={takeOut}>
              {t`Stolen or lost: remove it`}
            </Button>
          )}
          <Button kind="quiet" icon="trash" onClick={remove}>
            {t`Delete`}
          </Button>
        </Top>
        {!mayLock(device.versionCode) && (
          <p className={controls.hint}>{t`The app on this device is too old to be locked. Update it first.`}</p>
        )}
      </Stack>
    </Card>
  )
}
