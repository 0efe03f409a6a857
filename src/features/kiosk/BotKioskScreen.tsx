import { Trans, useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import {
  type KioskPage,
  kioskAddress,
  kioskPage,
  makeKioskTicket,
  revokeKiosk,
  rotateKioskCode,
  setKioskContact,
  setKioskGate,
  setKioskTasks,
  ticketMinutes,
} from '../../../contract/endpoints/kiosk.ts'
import { useCached } from '../../store/queries/cached.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CheckField } from '../../ui/controls/CheckField.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { OfflineCopy } from '../../ui/feedback/OfflineCopy.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Table, type TableColumn } from '../../ui/table/Table.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { SiteLink } from '../../ui/controls/SiteLink.tsx'
import { failureWords } from './failureWords.ts'
import { QrPicture } from './QrPicture.tsx'
import * as styles from './botKiosk.module.css'
import * as controls from '../../ui/controls/controls.module.css'

/** Server-described pages are refreshed at this interval, ms (spec/3 §2.7). */
const refreshEvery = 6000

type Config = KioskPage['componentConfig']
type Device = Config['devices'][number]
type Contact = Config['contacts'][number]

/** Runs the work, or shows the error message. */
async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (failure) {
    toast(failureWords(failure), 'error')
    return false
  }
}

/**
 * `automation/{id}/kiosk`: code and QR codes, the devices that are kiosks, and the people who may pair them.
 */
export function BotKioskScreen() {
  const { t } = useLingui()
  const { id } = useParams({ from: '/console/automation/$id/kiosk' })
  const { data, state, error, stale, fetchedAt, refresh } = useCached(kioskPage, { id })
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refresh()
    }, refreshEvery)
    return () => clearInterval(timer)
  }, [refresh])

  if (!data)
    return (
      <Page width="desk" title={t`Kiosk`}>
        {state === 'loading' ? (
          <Skeleton rows={5} />
        ) : (
          <FailedState
            error={
              error?.code === 'FORBIDDEN'
                ? { code: error.code, message: t`Only Owners and Administrators of the project see this page.` }
                : error
            }
            onRetry={refresh}
          />
        )}
      </Page>
    )
  const config = data.componentConfig
  return (
    <Page width="desk" title={t`Kiosk: ${config.title}`} lead={config.project}>
      {stale && <OfflineCopy at={fetchedAt} />}
      <div className={styles.root}>
        <Access id={id} config={config} refresh={refresh} />
        <Devices id={id} devices={config.devices} refresh={refresh} />
        <Contacts id={id} config={config} refresh={refresh} />
      </div>
    </Page>
  )
}

interface PartProps {
  readonly id: string
  readonly refresh: () => Promise<void>
}

function Access({ id, config, refresh }: PartProps & { readonly config: Config }) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const [ticket, setTicket] = useState<{ ticket: string; code: string; expiresAt: string }>()
  const { code } = config
  const rotate = async () => {
    const sure =
      code === undefined ||
      (await confirmDialog({ text: t`Make a new code? The code ${code} stops working. Devices that are kiosks stay kiosks.` }))
    if (sure && (await attempt(() => ask(rotateKioskCode, { id }, {})))) {
      setTicket(undefined)
      await refresh()
    }
  }
  if (code === undefined) return <NoCode onMake={rotate} />
  const address = kioskAddress(location.origin, code)
  const until = ticket && new Intl.DateTimeFormat(i18n.locale, { timeStyle: 'short' }).format(new Date(ticket.expiresAt))
  return (
    <Card padding="desk">
      <div className={styles.access}>
        <div>
          <h2>{t`Kiosk Code`}</h2>
          <p className={styles.code}>{code}</p>
          <p className={controls.hint}>
            <Trans>
              On the tablet, open <SiteLink href={address}>{address}</SiteLink> or scan the code. A contact below gets a PIN.
            </Trans>
          </p>
          <div className={styles.row}>
            <Button size="desk" icon="refresh" disabled={!online} onClick={rotate}>
              {t`New code`}
            </Button>
            <Button
              size="desk"
              icon="key"
              disabled={!online}
              onClick={() => attempt(async () => setTicket(await ask(makeKioskTicket, { id }, {})))}
            >
              {t`QR code without a PIN`}
            </Button>
          </div>
          <KioskOptions id={id} config={config} refresh={refresh} />
          {ticket && (
            <Notice level="warning">
              <Trans>
                This QR code pairs one device without a PIN, until {until}. It works once, for {ticketMinutes} minutes. Do not show it to
                anyone else.
              </Trans>
            </Notice>
          )}
        </div>
        <QrPicture
          text={ticket ? kioskAddress(location.origin, ticket.code, ticket.ticket) : address}
          label={ticket ? t`QR code that pairs one device` : t`QR code of the kiosk's address`}
        />
      </div>
    </Card>
  )
}

function NoCode({ onMake }: { readonly onMake: () => Promise<void> }) {
  const { t } = useLingui()
  const online = useOnline()
  return (
    <Card padding="desk">
      <EmptyState
        icon="device"
        title={t`No kiosk code yet`}
        action={
          <Button kind="primary" disabled={!online} onClick={onMake}>
            {t`Make a kiosk code`}
          </Button>
        }
      >
        {t`With the code, a tablet at the gate becomes a kiosk of this bot.`}
      </EmptyState>
    </Card>
  )
}

function KioskOptions({ id, config, refresh }: PartProps & { readonly config: Config }) {
  const { t } = useLingui()
  const online = useOnline()
  return (
    <>
      {config.gate !== undefined && (
        <CheckField
          label={
            <>
              {t`People find their name and sign in or out with one tap, instead of the form`}
              <small className={controls.hint} style={{ display: 'block' }}>
                {t`The tablet stores names, companies and inductions, but no phone numbers, and does not show who is on site.`}
              </small>
            </>
          }
          checked={config.gate}
          disabled={!online}
          onChange={(event) => {
            const on = event.target.checked
            void attempt(() => ask(setKioskGate, { id }, { on })).then(refresh)
          }}
        />
      )}
      <CheckField
        label={t`Workers can also sign in to My Tasks on it`}
        checked={config.myTasks}
        disabled={!online}
        onChange={(event) => {
          const on = event.target.checked
          void attempt(() => ask(setKioskTasks, { id }, { on })).then(refresh)
        }}
      />
    </>
  )
}

function Devices({ id, devices, refresh }: PartProps & { readonly devices: readonly Device[] }) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const columns = useMemo<TableColumn<Device>[]>(() => {
    const when = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
    const revoke = async ({ uid, deviceCode }: Device) => {
      const text = t`Revoke the kiosk ${deviceCode}? It stops at once. Its unsent entries are sent when it is paired again.`
      if (!(await confirmDialog({ text, ok: t`Revoke`, danger: true }))) return
      if (await attempt(() => ask(revokeKiosk, { id }, { uid }))) toast(t`Kiosk ${deviceCode} revoked`, 'success')
      await refresh()
    }
    return [
      { key: 'code', label: t`Device`, text: (row) => row.deviceCode },
      { key: 'seen', label: t`Last seen`, text: (row) => when.format(new Date(row.lastSeen)) },
      { key: 'paired', label: t`Paired`, text: (row) => when.format(new Date(row.pairedAt)) },
      { key: 'by', label: t`By`, text: (row) => row.pairedBy },
      {
        key: 'revoke',
        label: t`Action`,
        text: () => t`Revoke`,
        draw: (row) => (
          <Button size="desk" kind="danger" disabled={!online} onClick={() => revoke(row)} aria-label={t`Revoke ${row.deviceCode}`}>
            {t`Revoke`}
          </Button>
        ),
      },
    ]
  }, [t, i18n.locale, id, refresh, online])
  return (
    <section>
      <h2>{t`Devices`}</h2>
      <Table
        title={t`Kiosks`}
        columns={columns}
        rows={devices}
        rowKey={(row) => row.uid}
        toolbar={false}
        emptyMessage={t`No device is a kiosk of this bot yet.`}
      />
    </section>
  )
}

function Contacts({ id, config, refresh }: PartProps & { readonly config: Config }) {
  const { t } = useLingui()
  const online = useOnline()
  const [picked, setPicked] = useState('')
  const set = async (uid: string, contact: boolean) => {
    if (await attempt(() => ask(setKioskContact, { id }, { uid, contact }))) setPicked('')
    await refresh()
  }
  const roles: Readonly<Record<string, string>> = {
    Owner: t`Owner`,
    Administrator: t`Administrator`,
    Member: t`Member`,
    Worker: t`Worker`,
  }
  return (
    <section>
      <h2>{t`Verification contacts`}</h2>
      <p
        className={controls.hint}
      >{t`They get the PIN that starts or ends a kiosk. Owners and Administrators of the project can always do both.`}</p>
      <ul className={styles.contacts}>
        {config.contacts.map((contact: Contact) => (
          <li key={contact.uid}>
            <span>
              <strong>{contact.name}</strong>
              <small>
                {roles[contact.role] ?? contact.role} · {contact.display}
              </small>
            </span>
            {!contact.fixed && (
              <Button size="desk" disabled={!online} onClick={() => set(contact.uid, false)} aria-label={t`Remove ${contact.name}`}>
                {t`Remove`}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {config.candidates.length > 0 && (
        <div className={styles.row}>
          <Select aria-label={t`Member`} value={picked} onChange={(event) => setPicked(event.target.value)}>
            <option value="">{t`Choose a member…`}</option>
            {config.candidates.map(({ uid, name, role }) => (
              <option key={uid} value={uid}>
                {`${name} · ${roles[role] ?? role}`}
              </option>
            ))}
          </Select>
          <Button size="desk" icon="plus" disabled={!online || picked === ''} onClick={() => set(picked, true)}>
            {t`Add contact`}
          </Button>
        </div>
      )}
    </section>
  )
}
