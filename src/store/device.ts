import { useLiveQuery } from 'dexie-react-hooks'
import type { Acknowledgement, CommandKind } from '../../contract/devices.ts'
import { type DeviceMark, readMark, writeMark } from './deviceMark.ts'
import { emitStoreEvent } from './events.ts'
import { getStore, type Store, withReopen } from './store.ts'

export interface ReceivedCommand {
  readonly id: string
  readonly kind: CommandKind
  readonly text?: string | undefined
}

/** What this device is to the billing account that it belongs to. */
export interface DeviceState extends DeviceMark {
  /** When it last reported, device clock, ms; 0 never. */
  readonly lastBeat: number
  /** What it is asked to do and has not done yet, oldest first. */
  readonly open: readonly ReceivedCommand[]
  /** Ids of what it has done: nothing is done twice, however often it is asked. */
  readonly done: readonly string[]
  /** What its next report acknowledges. */
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

/** Undefined for a device that belongs to no account. What only one of the two places knows, both know afterwards. */
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

/** Changes it in one step, so that two tabs lose nothing of each other's. Nothing happens on a device that is none. */
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

/** The account has taken the device in; it reports at once. */
export async function joinAccount(mark: DeviceMark, store: Store = getStore()): Promise<void> {
  await withReopen(store, () => store.db.meta.put({ key, value: fresh(mark) }))
  writeMark(markOf(mark), store)
  emitStoreEvent('device')
}

/** A command is done, or cannot be: it is not done again, and the account hears of it. */
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

/** Locks the device to the kiosk, or frees it; the account hears of it. */
export async function lockDevice(locked: boolean, store: Store = getStore()): Promise<void> {
  await changeDevice((device) => ({ ...device, locked }), store)
  emitStoreEvent('device')
}

/** Live; undefined while the device looks, null for one that belongs to no account. */
export const useDevice = (): DeviceState | null | undefined =>
  useLiveQuery(async () => ((await getStore().db.meta.get(key))?.value as DeviceState | undefined) ?? null, [])
