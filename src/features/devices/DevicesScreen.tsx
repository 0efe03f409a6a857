import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo, useState } from 'react'
import type { Device, PairedKiosk } from '../../../contract/endpoints/devices.ts'
import { getMe, wholeMe } from '../../../contract/endpoints/sign-in.ts'
import { mayBilling } from '../../../contract/rules/permissions.ts'
import { useCached } from '../../store/queries/cached.ts'
import { usePending } from '../../store/outbox/pending.ts'
import { chakra } from '../../ui/chakra.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { OfflineCopy } from '../../ui/feedback/OfflineCopy.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Table, type TableColumn } from '../../ui/table/Table.tsx'
import { useNow } from '../../ui/useNow.ts'
import { ago, bytes, deviceStanding, standingWords, when } from './deviceStanding.ts'
import { DeviceLink } from './DeviceLink.tsx'
import { KiosksTable } from './KiosksTable.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { StandingMark } from './StandingMark.tsx'
import { useDevices } from './useDevices.ts'

const Top = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '3', alignItems: 'center', justifyContent: 'space-between' } })

/** Returns the device's name with this person's pending change. */
export function useDeviceName({ key, name, rev }: Device): string {
  const server = useMemo(() => ({ name }), [name])
  const pending = usePending(`devices/${key}`, server, rev)
  return String(pending?.model['name'] ?? name)
}

function Name({ device }: { readonly device: Device }) {
  return <DeviceLink href={`/devices/${device.key}`}>{useDeviceName(device)}</DeviceLink>
}

function Rename({ device, onClose }: { readonly device: Device; readonly onClose: () => void }) {
  return <RenameDialog device={device} name={useDeviceName(device)} onClose={onClose} />
}

function useDeviceColumns(): TableColumn<Device>[] {
  const { t, i18n } = useLingui()
  const now = useNow(30_000)
  return useMemo<TableColumn<Device>[]>(
    () => [
      { key: 'name', label: t`Name`, text: (row) => row.name, draw: (row) => <Name device={row} />, width: 1.6 },
      {
        key: 'standing',
        label: t`Status`,
        text: (row) => standingWords(deviceStanding(row)),
        draw: (row) => <StandingMark device={row} />,
      },
      { key: 'shortId', label: t`Short ID`, text: (row) => row.shortId },
      { key: 'versionCode', label: t`Version code`, text: (row) => String(row.versionCode), value: (row) => row.versionCode, align: 'end' },
      {
        key: 'lastPing',
        label: t`Last ping`,
        text: (row) => when(row.lastPing),
        value: (row) => row.lastPing,
        draw: (row) => (
          <time dateTime={row.lastPing} title={when(row.lastPing)}>
            {ago(Date.parse(row.lastPing), now)}
          </time>
        ),
      },
      { key: 'billingAccount', label: t`Billing account`, text: (row) => row.billingAccount.name, width: 1.4 },
      {
        key: 'battery',
        label: t`Battery`,
        text: (row) => (row.facts?.battery ? `${row.facts.battery.percent} %` : ''),
        value: (row) => row.facts?.battery?.percent,
        align: 'end',
      },
      {
        key: 'unsent',
        label: t`Unsent`,
        text: (row) => String(row.facts?.unsent.count ?? ''),
        value: (row) => row.facts?.unsent.count,
        draw: (row) => {
          const { count = 0, oldest } = row.facts?.unsent ?? {}
          const age = oldest === undefined ? '' : ago(Date.parse(oldest), now)
          return count === 0 || age === '' ? String(count) : t`${count}, oldest ${age}`
        },
        align: 'end',
      },
      { key: 'app', label: t`App version`, text: (row) => row.facts?.app ?? '', hidden: true },
      {
        key: 'storage',
        label: t`Storage`,
        text: (row) => (row.facts?.storage ? `${bytes(row.facts.storage.used)} / ${bytes(row.facts.storage.quota)}` : ''),
        value: (row) => row.facts?.storage?.used,
        hidden: true,
      },
    ],
    // The texts change with the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [i18n.locale, now],
  )
}

const none: readonly never[] = []

/** Devices: every tablet and phone of the person's billing accounts, and the kiosks that they manage, with their status. */
export function DevicesScreen() {
  const { t } = useLingui()
  const { data, state, stale, fetchedAt, error, refresh } = useDevices()
  return (
    <Page title={t`Devices`} width="desk" lead={t`Tablets and phones of your billing accounts, and the kiosks of your bots.`}>
      {state === 'loading' && <Skeleton rows={5} />}
      {state === 'failed' && <FailedState error={error} onRetry={refresh} />}
      {data && <DeviceLists devices={data.devices} kiosks={data.kiosks ?? none} staleSince={stale ? fetchedAt : undefined} />}
    </Page>
  )
}

interface DeviceListsProps {
  readonly devices: readonly Device[]
  readonly kiosks: readonly PairedKiosk[]
  /** When the copy of the device was fetched, if it is stale. */
  readonly staleSince: Parameters<typeof OfflineCopy>[0]['at'] | undefined
}

function DeviceLists({ devices, kiosks, staleSince }: DeviceListsProps) {
  const { t } = useLingui()
  const me = useCached(getMe, undefined, wholeMe)
  const [renaming, setRenaming] = useState<Device>()
  const columns = useDeviceColumns()
  const accounts = me.data?.billingAccounts
  const isEmpty = devices.length === 0 && kiosks.length === 0
  const mayRegister = accounts?.some(({ role }) => mayBilling(role, 'device.manage')) === true
  const register = mayRegister && (
    <LinkButton href="/devices/register" target="_blank" rel="noopener" kind="primary" icon="plus">
      {t`Register`}
    </LinkButton>
  )
  return (
    <>
      <Top>
        {staleSince === undefined ? <span /> : <OfflineCopy at={staleSince} />}
        {!isEmpty && register}
      </Top>
      {isEmpty && <NoDevices register={register || undefined} hasAccount={accounts?.length !== 0} />}
      {devices.length > 0 && (
        <Table
          title={t`Devices`}
          columns={columns}
          rows={devices}
          rowKey={(row) => row.key}
          keptAs="devices"
          rowActions={(row) => (row.mayManage ? [{ key: 'rename', label: t`Rename`, onPress: () => setRenaming(row) }] : [])}
        />
      )}
      {kiosks.length > 0 && <KiosksTable kiosks={kiosks} devices={devices} />}
      {renaming && <Rename device={renaming} onClose={() => setRenaming(undefined)} />}
    </>
  )
}

function NoDevices({ register, hasAccount }: { readonly register: ReactNode; readonly hasAccount: boolean }) {
  const { t } = useLingui()
  if (!hasAccount)
    return (
      <EmptyState
        icon="device"
        title={t`No devices yet`}
        action={<LinkButton href="/billing/create" kind="primary" icon="plus">{t`Create Billing Account`}</LinkButton>}
      >
        <Trans>Tablets belong to a billing account. You belong to none yet.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState icon="device" title={t`No devices yet`} action={register}>
      {register ? (
        <Trans>Register a gate tablet and manage it from here. You see whether it is on, charged and has sent everything.</Trans>
      ) : (
        <Trans>An Owner or Administrator of your billing account can register tablets here.</Trans>
      )}
    </EmptyState>
  )
}
