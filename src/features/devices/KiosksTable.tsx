import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Device, PairedKiosk } from '../../../contract/endpoints/devices.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Table, type TableColumn } from '../../ui/table/Table.tsx'
import { useNow } from '../../ui/useNow.ts'
import { DeviceLink } from './DeviceLink.tsx'
import { ago, when } from './deviceStanding.ts'
import { StandingRoot } from './StandingMark.tsx'

interface KiosksTableProps {
  readonly kiosks: readonly PairedKiosk[]
  /** Registered devices: a kiosk on one of them has its name. */
  readonly devices: readonly Device[]
}

/** The kiosks that the person may manage: which bot and place, when each was last seen, and what it has not sent. */
export function KiosksTable({ kiosks, devices }: KiosksTableProps) {
  const { t, i18n } = useLingui()
  const now = useNow(30_000)
  const columns = useMemo<TableColumn<PairedKiosk>[]>(() => {
    /** A silent kiosk may have saved since it was last seen: its number has the time of its report, and 0 says nothing. */
    const unsentText = ({ silent, unsent, lastSeen }: PairedKiosk) => {
      const count = unsent?.count
      if (!silent || count === undefined) return String(count ?? '')
      const time = when(lastSeen)
      return count === 0 ? '' : t`${count} at ${time}`
    }
    const nameOf = ({ device, bot }: PairedKiosk) => devices.find(({ key }) => key === device)?.name ?? bot.title
    return [
      {
        key: 'name',
        label: t`Name`,
        text: nameOf,
        draw: (row) => <DeviceLink href={`/automation/${row.bot.id}/kiosk`}>{nameOf(row)}</DeviceLink>,
        width: 1.4,
      },
      { key: 'code', label: t`Device code`, text: (row) => row.deviceCode },
      {
        key: 'state',
        label: t`Status`,
        text: (row) => (row.silent ? t`Silent` : t`Online`),
        draw: ({ silent }) => (
          <StandingRoot standing={silent ? 'silent' : 'online'}>
            <Icon name={silent ? 'cloudOff' : 'checkCircle'} size={18} />
            {silent ? t`Silent` : t`Online`}
          </StandingRoot>
        ),
      },
      { key: 'bot', label: t`Bot`, text: (row) => row.bot.title },
      { key: 'place', label: t`Project`, text: ({ project, site }) => (site === undefined ? project : `${project}, ${site}`), width: 1.4 },
      {
        key: 'seen',
        label: t`Last seen`,
        text: (row) => when(row.lastSeen),
        value: (row) => row.lastSeen,
        draw: (row) => (
          <time dateTime={row.lastSeen} title={when(row.lastSeen)}>
            {ago(Date.parse(row.lastSeen), now)}
          </time>
        ),
      },
      {
        key: 'unsent',
        label: t`Unsent`,
        text: unsentText,
        value: (row) => row.unsent?.count,
        draw: (row) => {
          const { count = 0, oldest } = row.unsent ?? {}
          const age = oldest === undefined ? '' : ago(Date.parse(oldest), now)
          return row.silent || count === 0 || age === '' ? unsentText(row) : t`${count}, oldest ${age}`
        },
        align: 'end',
      },
    ]
    // The texts change with the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [i18n.locale, now, devices])
  return (
    <section aria-label={t`Kiosks`}>
      <h2>{t`Kiosks`}</h2>
      <Table title={t`Kiosks`} columns={columns} rows={kiosks} rowKey={(row) => row.uid} keptAs="kiosks" />
    </section>
  )
}
