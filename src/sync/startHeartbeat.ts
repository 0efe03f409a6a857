import { appVersionCode, beatSeconds, type DeviceFacts, pingDevice } from '../../contract/endpoints/devices.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { changeDevice, type DeviceState, deviceState } from '../store/session/deviceState.ts'
import { onStoreEvent } from '../store/db/emitStoreEvent.ts'
import { pairedHere } from '../store/kiosk/findPairing.ts'
import type { Store } from '../store/db/store.ts'
import { unsentOfDevice } from '../store/outbox/unsentOfDevice.ts'
import { ask } from './ask.ts'

declare const __APP_VERSION__: string

const lock = 'muster:heartbeat'
const mostForms = 20

type Report = BodyOf<typeof pingDevice>

/** Facts that the browser does not reveal are left out. */
interface Battery {
  level: number
  charging: boolean
}

async function batteryOf(): Promise<DeviceFacts['battery']> {
  const ask = (navigator as { getBattery?: () => Promise<Battery> }).getBattery
  const battery = await ask?.call(navigator).catch(() => undefined)
  return battery && { percent: Math.round(battery.level * 100), charging: battery.charging }
}

async function storageOf(): Promise<DeviceFacts['storage']> {
  const estimate = await (navigator.storage as StorageManager | undefined)?.estimate?.().catch(() => undefined)
  const { usage, quota } = estimate ?? {}
  return usage === undefined || quota === undefined ? undefined : { used: Math.round(usage), quota: Math.round(quota) }
}

/** Forms cached on this device, by any user. */
async function formsOf(store: Store): Promise<DeviceFacts['forms']> {
  const keys = await store.db.screens.toCollection().primaryKeys()
  const forms = keys.filter(([, url]) => /^\/api\/forms\/[\w-]+\.json/.test(url))
  const found = new Map<string, { key: string; version: string }>()
  for (const row of await store.db.screens.bulkGet(forms.slice(0, 2 * mostForms))) {
    const name = /^\/api\/forms\/([\w-]+)\.json/.exec(row?.url ?? '')?.[1]
    const version = (row?.data as { formVersion?: unknown } | undefined)?.formVersion
    if (name !== undefined && typeof version === 'string') found.set(name, { key: name, version })
  }
  return [...found.values()].slice(0, mostForms)
}

async function reportOf(store: Store, state: DeviceState): Promise<Report> {
  const kiosk = pairedHere(store.storage)?.uid
  const [battery, storage, forms, unsent] = await Promise.all([batteryOf(), storageOf(), formsOf(store), unsentOfDevice(store)])
  return {
    token: state.token,
    versionCode: appVersionCode,
    now: new Date(store.now()).toISOString(),
    locked: state.locked,
    acks: state.acks.slice(0, 50),
    facts: {
      app: __APP_VERSION__,
      forms,
      unsent,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      at: location.pathname.startsWith('/kiosk') ? 'kiosk' : 'app',
      ...(battery && { battery }),
      ...(storage && { storage }),
      ...(kiosk !== undefined && { kiosk }),
    },
  }
}

/** Sends one report. Returns true if the answer has commands that must be acknowledged at once. */
async function report(store: Store, state: DeviceState): Promise<boolean> {
  const sent = await reportOf(store, state)
  const told = new Set(sent.acks.map(({ id, state: how }) => `${id} ${how}`))
  const answer = await ask(pingDevice, undefined, sent)
  const after = await changeDevice((device) => {
    // The device was registered again in the meantime: the answer is about the previous registration.
    if (device.token !== sent.token) return device
    // Removed from the account: delete its state.
    if (!answer.registered) return undefined
    const known = new Set([...device.done, ...device.open.map(({ id }) => id)])
    const fresh = answer.commands.filter(({ id }) => !known.has(id))
    // Executed, but the acknowledgement was lost.
    const again = answer.commands.filter(({ id }) => device.done.includes(id) && !device.acks.some((ack) => ack.id === id))
    return {
      ...device,
      name: answer.name ?? device.name,
      lastBeat: store.now(),
      open: [...device.open, ...fresh],
      acks: [
        ...device.acks.filter((ack) => !told.has(`${ack.id} ${ack.state}`)),
        ...fresh.map(({ id }) => ({ id, state: 'delivered' as const })),
        ...again.map(({ id }) => ({ id, state: 'done' as const })),
      ],
    }
  }, store)
  return (after?.acks.length ?? 0) > 0
}

/**
 * Reports to the device's billing account: every few minutes while the page is visible, and at once if there
 * is something to acknowledge. Only one page of the device reports. Nothing is queued while offline: the next
 * report contains everything. Returns the function that stops it.
 */
export function startHeartbeat(store: Store, locks = (navigator as { locks?: LockManager }).locks): () => void {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let again = false

  const due = (state: DeviceState) => {
    const since = store.now() - state.lastBeat
    return state.acks.length > 0 || since < 0 || since >= beatSeconds * 1000
  }

  async function beat(): Promise<void> {
    let more = true
    // A report's commands are acknowledged by the next report; a third one would only repeat it.
    for (let turn = 0; more && turn < 3 && !stopped; turn++) {
      const state = await deviceState(store)
      const asked = again
      again = false
      more = state !== undefined && (asked || due(state)) && (await report(store, state))
    }
  }

  const go = (atOnce = false) => {
    if (stopped || (!atOnce && document.visibilityState !== 'visible')) return
    again ||= atOnce
    clearTimeout(timer)
    timer = setTimeout(go, beatSeconds * 1000)
    running ??= (locks ? locks.request(lock, { ifAvailable: true }, (mine) => (mine ? beat() : undefined)) : beat())
      .then(
        () => undefined,
        // No connection, or the server is busy: wait for the next report.
        () => undefined,
      )
      .finally(() => {
        running = undefined
        if (again) go(true)
      })
  }

  const seen = () => go()
  document.addEventListener('visibilitychange', seen)
  globalThis.addEventListener('online', seen)
  const off = onStoreEvent((event) => event === 'device' && go(true))
  go()
  return () => {
    stopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', seen)
    globalThis.removeEventListener('online', seen)
    off()
  }
}
