import { useLiveQuery } from 'dexie-react-hooks'
import type { Acknowledgement, CommandKind } from '../../../contract/endpoints/devices.ts'
import { type DeviceMark, readMark, writeMark } from './deviceMark.ts'
import { emitStoreEvent } from '../db/emitStoreEvent.ts'
import { getStore, type Store, withReopen } from '../db/store.ts'

export interface ReceivedCommand {
  readonly id: string
  readonly kind: CommandKind
  readonly text?: string | undefined
}

/** State of this device as a member of a billing account. */
export interface DeviceState extends DeviceMark {
  /** Time of the last report (device clock, ms); 0 for never. */
  readonly lastBeat: number
  /** Commands that are not executed yet, oldest first. */
  readonly open: readonly ReceivedCommand[]
  /** Ids of executed commands: each command runs only once, however often it is received. */
  readonly done: readonly string[]
  /** Acknowledgements for the next report. */
  readonly acks: readonly Acknowledgement[]
}

const key = 'device'
const mostDone = 200

const markOf = ({ token, name, shortId, account, verifyKey, locked }: DeviceMark): DeviceMark => ({
  token,
  name,
  shortId,
  account,
  verifyKey,
  locked,
})

const fresh = (mark: DeviceMark): DeviceState => ({ ...markOf(mark), lastBeat: 0, open: [], done: [], acks: [] })

/**
 * Returns undefined for a device without an account. If only the database or only localStorage has the state,
 * it is copied to the other.
 */
export async function deviceState(store: Store = getStore()): Promise<DeviceState | undefined> {
  const row = await withReopen(store, () => store.db.meta.get(key))
  const mark = readMark(store)
  if (row?.value) {
    if (!mark) writeMark(markOf(row.value as DeviceState), store)
    return row.value as DeviceState
  }
  if (!mark) return undefined
  await store.db.meta.put({ key, value: fresh(mark) })
  return fresh(mark)
}

/**
 * Changes the state in one transaction, so that two tabs do not overwrite each other. Does nothing on a
 * device without an account.
 */
export async function changeDevice(
  change: (state: DeviceState) => DeviceState | undefined,
  store: Store = getStore(),
): Promise<DeviceState | undefined> {
  await deviceState(store)
  const next = await withReopen(store, () =>
    store.db.transaction('rw', store.db.meta, async () => {
      const row = await store.db.meta.get(key)
      if (!row?.value) return undefined
      const changed = change(row.value as DeviceState)
      if (changed) await store.db.meta.put({ key, value: changed })
      else await store.db.meta.delete(key)
      return changed
    }),
  )
  writeMark(next && markOf(next), store)
  return next
}

/** The account has accepted the device; it reports at once. */
export async function joinAccount(mark: DeviceMark, store: Store = getStore()): Promise<void> {
  await withReopen(store, () => store.db.meta.put({ key, value: fresh(mark) }))
  writeMark(markOf(mark), store)
  emitStoreEvent('device')
}

/** Marks a command as done or failed: it does not run again, and the account is informed. */
export async function finishCommand(
  id: string,
  state: 'done' | 'failed' = 'done',
  reason?: string,
  store: Store = getStore(),
): Promise<void> {
  await changeDevice(
    (device) => ({
      ...device,
      open: device.open.filter((command) => command.id !== id),
      done: [...device.done.filter((one) => one !== id), id].slice(-mostDone),
      acks: [...device.acks.filter((ack) => ack.id !== id), { id, state, ...(reason !== undefined && { reason }) }],
    }),
    store,
  )
  emitStoreEvent('device')
}

/** Locks the device to the kiosk or unlocks it, and informs the account. */
export async function lockDevice(locked: boolean, store: Store = getStore()): Promise<void> {
  await changeDevice((device) => ({ ...device, locked }), store)
  emitStoreEvent('device')
}

/** Live; undefined while loading, null for a device without an account. */
export const useDevice = (): DeviceState | null | undefined =>
  useLiveQuery(async () => ((await getStore().db.meta.get(key))?.value as DeviceState | undefined) ?? null, [])
